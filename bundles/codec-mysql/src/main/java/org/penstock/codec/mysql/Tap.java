package org.penstock.codec.mysql;

import org.penstock.codec.api.ExchangeSink;

/** What all readers of a session share while a decoder is called: both framers, the time, the sink, the way to opaque. */
final class Tap {
    private final PacketFramer client = new PacketFramer();
    private final PacketFramer server = new PacketFramer();
    private final ExchangeSink sink;
    private long nowNanos;
    private String opaque;

    Tap(ExchangeSink sink) {
        this.sink = sink;
    }

    PacketFramer client() {
        return client;
    }

    PacketFramer server() {
        return server;
    }

    ExchangeSink sink() {
        return sink;
    }

    long nowNanos() {
        return nowNanos;
    }

    void now(long nanos) {
        nowNanos = nanos;
    }

    /** Nothing is understood from here on; the first reason stays. */
    void opaque(String reason) {
        if (opaque == null) {
            opaque = reason;
            client.stop();
            server.stop();
        }
    }

    /** Null while the session is understood. */
    String opaque() {
        return opaque;
    }
}
