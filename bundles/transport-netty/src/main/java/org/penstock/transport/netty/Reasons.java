package org.penstock.transport.netty;

/** What is thrown, in a line for the operator. */
final class Reasons {
    private Reasons() {}

    /** What lies at the bottom of it: what is thrown above says that something is not available, not why. */
    static String of(Throwable thrown) {
        Throwable e = thrown;
        while (e.getCause() != null && e.getCause() != e) {
            e = e.getCause();
        }
        String message = e.getMessage();
        return message == null || message.isBlank()
                ? e.getClass().getSimpleName()
                : message.replaceAll("\\s+", " ").strip();
    }
}
