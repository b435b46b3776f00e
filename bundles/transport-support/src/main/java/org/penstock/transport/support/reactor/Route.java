package org.penstock.transport.support.reactor;

/**
 * Who waits for a socket.
 *
 * @param in waits until it can be read, and reads it
 * @param out waits until it is connected and can be written to; may be the same
 */
public record Route(Reactor in, Reactor out) {
    /** Chooses the reactors of a strand's sockets. On the strand. */
    @FunctionalInterface
    public interface Choice {
        /** @param connects the strand connects the socket itself; else it takes it over */
        Route of(boolean connects);
    }
}
