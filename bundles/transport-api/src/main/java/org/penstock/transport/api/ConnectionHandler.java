package org.penstock.transport.api;

import java.nio.ByteBuffer;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * What a connection tells its user. All calls come on the strand and never within one another.
 *
 * <p>Order: {@code opened} once; then {@code read} and {@code writable} any number of times, {@code inputEnded} at most
 * once and after the last {@code read}; last {@code closed}, exactly once, also where {@code opened} never came. After
 * {@link Connection#detach} nothing comes any more, {@code closed} included.
 */
@ConsumerType
public interface ConnectionHandler {
    /** The connection is open and may be written to. */
    void opened(Connection c);

    /**
     * Bytes from the peer, between position and limit, at least one.
     *
     * @param b from the strand's pool; the callee's now, who gives it back to the pool exactly once
     */
    void read(Connection c, ByteBuffer b);

    /** The peer has ended its output: nothing more will be read. The connection stays open for writing. */
    void inputEnded(Connection c);

    /** There is room to write again, as asked for by {@link Connection#wantWritable}. */
    void writable(Connection c);

    /** The connection is over; neither its socket nor the transport holds anything of it any more. */
    void closed(Connection c, CloseReason reason);
}
