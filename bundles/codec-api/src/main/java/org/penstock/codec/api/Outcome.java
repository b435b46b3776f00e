package org.penstock.codec.api;

/** How an exchange ended. */
public enum Outcome {
    /** Answered, and not by an error. */
    OK,
    /** Answered by an error. */
    ERROR,
    /** The protocol has no answer to this request. */
    NONE,
    /** An end hung up, or understanding ended, in the middle. */
    ABORTED
}
