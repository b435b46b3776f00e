package org.penstock.recorder.api;

import java.util.Objects;

/**
 * How a session ended.
 *
 * @param reason one line
 * @param nowNanos when, in nanoseconds since the epoch
 * @param clientBytes bytes that were received from the client, in all
 * @param serverBytes bytes that were received from the server, in all
 * @param clientDiscarded how many of the client's bytes, the last ones, were neither passed on nor recorded: they came
 *     when they could not be passed on any more
 * @param serverDiscarded how many of the server's
 * @param exchanges exchanges seen, in all
 */
public record SessionEnd(
        String reason,
        long nowNanos,
        long clientBytes,
        long serverBytes,
        long clientDiscarded,
        long serverDiscarded,
        long exchanges) {
    public SessionEnd {
        Objects.requireNonNull(reason, "reason");
    }
}
