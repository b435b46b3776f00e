package org.penstock.journal.core;

/** What the journal does after a write or a sync has failed. */
enum OnFailure {
    /** Goes on in a new segment, with what is in memory. */
    ROLL,
    /** Stops, and reports what is not acknowledged as failed. */
    STOP
}
