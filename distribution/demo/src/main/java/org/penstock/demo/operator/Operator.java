package org.penstock.demo.operator;

import java.io.IOException;

/** A person at Penstock's shell. */
public interface Operator {
    /**
     * Types a line and waits for its end.
     *
     * @throws IOException the shell does not answer
     */
    Result run(String line) throws IOException;

    /**
     * What came of a line.
     *
     * @param status 0 where it was done
     */
    record Result(int status, String output, String error) {}
}
