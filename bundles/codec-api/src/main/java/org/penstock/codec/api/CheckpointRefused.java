package org.penstock.codec.api;

/** A checkpoint that this codec cannot go on from: another format, a newer version, or damaged. */
public final class CheckpointRefused extends Exception {
    private static final long serialVersionUID = 1L;

    /** @param why one line for the operator */
    public CheckpointRefused(String why) {
        super(why);
    }
}
