package org.penstock.recorder.journal;

/** A record that does not say what its format promises; the message says what is wrong, in one line. */
final class UnreadableRecord extends Exception {
    private static final long serialVersionUID = 1L;

    UnreadableRecord(String why) {
        super(why, null, false, false);
    }
}
