package org.penstock.codec.api;

/** Why the proxy turns a client away. */
public enum Refusal {
    /** The proxy's limit of sessions is reached. */
    TOO_MANY_SESSIONS,
    /** The server cannot be reached. */
    SERVER_UNREACHABLE,
    /** The server did not answer in time. */
    SERVER_TIMED_OUT,
    /** The proxy is shutting down. */
    SHUTTING_DOWN
}
