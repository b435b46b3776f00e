package org.penstock.transport.support;

/**
 * What a {@link ReadinessConnection} asks of the transport that waits for its socket.
 *
 * <p>Threads: called on the strand. No call may lead back into the connection before it returns.
 */
public interface SocketDriver {
    /** {@link ReadinessConnection#interest} may have changed: ask it before waiting for the socket again. */
    void interestChanged();

    /** {@link ReadinessConnection#settle} is to be called on the strand soon; not asked again before that. */
    void unsettled();

    /**
     * Called once: the socket is to leave every selector and thread; then {@link ReadinessConnection#left} is called on
     * the strand.
     */
    void leave();
}
