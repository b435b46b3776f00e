package org.penstock.proxy.core.config;

/** What a session does while a recorder takes nothing. */
public enum Overload {
    /** Waits: nothing passes until it is recorded. */
    BLOCK,
    /** Goes on, and says in the record exactly what is missing. */
    DROP,
    /** Ends. */
    FAIL
}
