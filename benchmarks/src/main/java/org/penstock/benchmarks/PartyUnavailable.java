package org.penstock.benchmarks;

/** This machine cannot run a party, or a suite. The message is one line that says what is missing. */
public final class PartyUnavailable extends Exception {
    private static final long serialVersionUID = 1L;

    public PartyUnavailable(String why) {
        super(why);
    }
}
