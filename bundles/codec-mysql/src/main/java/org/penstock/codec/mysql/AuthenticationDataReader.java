package org.penstock.codec.mysql;

import java.nio.ByteBuffer;

/** Reads what a client sends to prove who it is, after its login or COM_CHANGE_USER: all of it is secret. */
final class AuthenticationDataReader implements PacketSink {
    private final Tap tap;
    private final Exchanges exchanges;

    AuthenticationDataReader(Tap tap, Exchanges exchanges) {
        this.tap = tap;
        this.exchanges = exchanges;
    }

    @Override
    public void begun() {}

    @Override
    public void started(int length, int sequence) {
        if (sequence == 0 && !tap.compressed()) {
            tap.opaque("client sent a command before its authentication ended");
        }
    }

    @Override
    public void payload(ByteBuffer in, int n) {
        tap.secret(in.position(), in.position() + n);
    }

    @Override
    public void ended() {
        exchanges.tail().upTo(tap.client().offset());
    }
}
