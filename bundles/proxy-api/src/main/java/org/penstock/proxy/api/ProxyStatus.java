package org.penstock.proxy.api;

import java.util.List;
import java.util.Objects;

/**
 * A proxy at a moment.
 *
 * @param name as configured
 * @param state what it does
 * @param detail one line where the state needs explaining, else empty
 * @param listen host:port it listens at
 * @param backend host:port it connects to, as configured
 * @param protocol the protocol's short name
 * @param transport the transport in use; empty while there is none
 * @param codecPresent whether a codec of its protocol is in service, or it needs none
 * @param recorders the recorders it is configured with, and for each whether it is in service
 * @param recordLevel {@code off}, {@code exchanges} or {@code full}
 * @param counts what has happened since it was first configured in this process, whatever was exchanged since
 */
public record ProxyStatus(
        String name,
        State state,
        String detail,
        String listen,
        String backend,
        String protocol,
        String transport,
        boolean codecPresent,
        List<RecorderUse> recorders,
        String recordLevel,
        Counts counts) {
    /** What a proxy does. */
    public enum State {
        /** Accepts and serves. */
        SERVING,
        /** Accepts no more for the moment, for the reason told; clients wait in the accept queue. */
        WAITING,
        /** Accepts no more for good; sessions end. */
        DRAINING,
        /** Its configuration was refused and there is no earlier one; does nothing. */
        FAILED
    }

    /** A recorder by name, and whether it is in service now. */
    public record RecorderUse(String name, boolean present) {}

    /**
     * Counts.
     *
     * @param open sessions open now, parked ones included
     * @param parked of these, parked: without a transport
     * @param opaque of these, forwarded without being understood
     * @param accepted sessions begun
     * @param refused clients turned away: limit reached, server unreachable
     * @param clientBytes bytes clients sent
     * @param serverBytes bytes servers sent
     * @param exchanges exchanges seen
     * @param recordsDropped records lost to the overload policy {@code drop}
     */
    public record Counts(
            long open,
            long parked,
            long opaque,
            long accepted,
            long refused,
            long clientBytes,
            long serverBytes,
            long exchanges,
            long recordsDropped) {}

    public ProxyStatus {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(state, "state");
        recorders = List.copyOf(recorders);
    }
}
