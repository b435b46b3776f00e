package org.penstock.benchmarks;

/** The command line cannot be carried out. The message is one line that says what is wrong and what is allowed. */
final class UsageError extends Exception {
    private static final long serialVersionUID = 1L;

    UsageError(String what) {
        super(what);
    }
}
