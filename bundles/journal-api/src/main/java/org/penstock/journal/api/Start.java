package org.penstock.journal.api;

/** Where a reader begins. */
public sealed interface Start {
    /** At the oldest record kept. */
    record Oldest() implements Start {}

    /** After the newest record: what is committed from now on. */
    record Newest() implements Start {}

    /** At a position, or at the first record after it where none begins there. */
    record At(long position) implements Start {}

    /** At the first record, by position, of that time or later; in nanoseconds since the epoch. */
    record AtTime(long timeNanos) implements Start {}
}
