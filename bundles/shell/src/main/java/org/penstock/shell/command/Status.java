package org.penstock.shell.command;

import java.io.PrintStream;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** How everything is, for those of this bundle that are not asked at a prompt. Usable from any thread. */
public interface Status {
    /**
     * Waits, at a start, until every proxy serves, so many at least, and records what it is to record. A proxy that has
     * failed, or whose file is kept back, is not waited for, nor a bundle that did not start: waiting does not mend it.
     *
     * @param seconds the longest wait; with 0 or less it looks once
     * @param wanted whether to go on waiting
     * @return empty when ready, else what is missing, in a line
     */
    Optional<String> await(long seconds, long proxies, BooleanSupplier wanted) throws InterruptedException;

    /** Prints what {@code penstock:status} prints. */
    void print(PrintStream out);
}
