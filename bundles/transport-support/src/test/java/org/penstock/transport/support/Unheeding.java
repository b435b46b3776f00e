package org.penstock.transport.support;

/** For connections that a test turns by hand: nobody waits for their sockets. */
final class Unheeding implements SocketDriver {
    @Override
    public void interestChanged() {
        // the test knows what is ready
    }

    @Override
    public void unsettled() {
        // the test settles
    }

    @Override
    public void leave() {
        // the test lets go
    }
}
