package org.penstock.demo;

/** Tells how far things are, on standard error: standard output is for results. */
final class Say {
    private Say() {}

    static void it(String line) {
        System.err.println("demo: " + line);
    }
}
