package org.penstock.proxy.core.session;

/** What others' code throws, as one line of text. */
public final class Reasons {
    private Reasons() {}

    public static String of(Throwable e) {
        String message = e.getMessage();
        String name = e.getClass().getSimpleName();
        return message == null || message.isBlank()
                ? name
                : name + ": " + message.replaceAll("\\s+", " ").strip();
    }
}
