package org.penstock.recorder.api;

import java.util.Objects;

/**
 * What is missing from a session's record, said exactly.
 *
 * @param kind why
 * @param reason one line for the operator
 * @param nowNanos when it was noticed, in nanoseconds since the epoch
 * @param firstSequence of the records lost: {@code firstSequence} to this gap's own sequence, exclusive; equal to it
 *     where none was lost
 * @param exchanges exchanges lost
 * @param chunks chunks lost
 * @param chunkBytes bytes of those
 * @param clientOffset how far the client's stream had come, in bytes, at this point
 * @param serverOffset how far the server's stream had come
 */
public record Gap(
        Kind kind,
        String reason,
        long nowNanos,
        long firstSequence,
        long exchanges,
        long chunks,
        long chunkBytes,
        long clientOffset,
        long serverOffset) {
    /** Why something is missing. */
    public enum Kind {
        /**
         * From these offsets on the session is forwarded without being understood: no exchanges, no chunks. Where the codec
         * had gone before it could tell an exchange in flight, the reason says so.
         */
        OPAQUE,
        /** Records were dropped because the recorder could not keep up or was not there. */
        DROPPED
    }

    public Gap {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(reason, "reason");
    }
}
