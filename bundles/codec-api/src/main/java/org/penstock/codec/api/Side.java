package org.penstock.codec.api;

/** The end of a session that sent something. */
public enum Side {
    CLIENT,
    SERVER;

    /** The end it is sent to. */
    public Side other() {
        return this == CLIENT ? SERVER : CLIENT;
    }
}
