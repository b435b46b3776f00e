package org.penstock.benchmarks;

/** A party did not do the work it was asked for. The message is one line that says what was expected and what came. */
public final class WorkNotDone extends Exception {
    private static final long serialVersionUID = 1L;

    public WorkNotDone(String what) {
        super(what);
    }
}
