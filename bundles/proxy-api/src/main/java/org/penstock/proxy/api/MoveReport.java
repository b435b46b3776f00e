package org.penstock.proxy.api;

import java.util.Objects;

/**
 * What came of moving a proxy's sessions to a transport.
 *
 * @param proxy the proxy
 * @param from the transport before; empty where there was none
 * @param to the transport in use now: the one asked for, or {@code from} where it was not done
 * @param done whether the proxy is where it was asked to be
 * @param moved sessions that were moved
 * @param returned sessions that could not be taken over and went back
 * @param lost sessions that ended because of the move
 * @param tookNanos the whole
 * @param longestPauseNanos the longest a session stood still
 * @param problem one line where it was not done, or not wholly; else empty
 */
public record MoveReport(
        String proxy,
        String from,
        String to,
        boolean done,
        long moved,
        long returned,
        long lost,
        long tookNanos,
        long longestPauseNanos,
        String problem) {
    public MoveReport {
        Objects.requireNonNull(proxy, "proxy");
        Objects.requireNonNull(problem, "problem");
    }
}
