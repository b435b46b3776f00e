package org.penstock.recorder.api;

import java.util.Objects;

/**
 * How a session ended.
 *
 * @param reason one line
 * @param nowNanos when, in nanoseconds since the epoch
 * @param clientBytes bytes the client sent, in all
 * @param serverBytes bytes the server sent, in all
 * @param exchanges exchanges seen, in all
 */
public record SessionEnd(String reason, long nowNanos, long clientBytes, long serverBytes, long exchanges) {
    public SessionEnd {
        Objects.requireNonNull(reason, "reason");
    }
}
