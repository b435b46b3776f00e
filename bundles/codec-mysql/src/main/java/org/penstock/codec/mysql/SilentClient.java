package org.penstock.codec.mysql;

import java.nio.ByteBuffer;

/** Reads a client while only the server may speak: whatever it says is not this protocol. */
final class SilentClient implements PacketSink {
    private final Tap tap;

    SilentClient(Tap tap) {
        this.tap = tap;
    }

    @Override
    public void begun() {
        tap.opaque("client spoke before the server's greeting");
    }

    @Override
    public void started(int length, int sequence) {}

    @Override
    public void payload(ByteBuffer in, int n) {}

    @Override
    public void ended() {}
}
