package org.penstock.transport.api;

import java.util.Objects;

/**
 * Why a connection ended. Text, and no exception: a reason outlives the bundle that gave it, and an exception would
 * keep that bundle's class loader alive.
 *
 * @param kind what a program goes by
 * @param text what a person reads: one line, no trailing full stop
 */
public record CloseReason(Kind kind, String text) {
    /** The ways in which a connection ends. */
    public enum Kind {
        /** Its user closed it in the ordinary course of things: both directions have ended, for example. */
        DONE,
        /** Its user closed it because of a limit, a time-out or an order. */
        ENDED_BY_PROXY,
        /** The peer reset it. */
        RESET,
        /** Nobody listens at the address. */
        CONNECT_REFUSED,
        /** The connect failed otherwise: unreachable, no descriptor left, timed out in the system. */
        CONNECT_FAILED,
        /** A read or a write failed otherwise. */
        IO_ERROR,
        /** The strand closed while it was open. */
        STRAND_CLOSED,
        /** Its handler threw. */
        FAILED
    }

    public CloseReason {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(text, "text");
    }

    @Override
    public String toString() {
        return text;
    }
}
