package org.penstock.codec.mysql;

import org.penstock.codec.api.CheckpointRefused;
import org.penstock.codec.api.ExchangeSink;

/** What all readers of a session share while a decoder is called: both framers, the time, the sink, the way to opaque. */
final class Tap {
    private final PacketFramer client = new PacketFramer();
    private final PacketFramer server = new PacketFramer();
    private final ExchangeSink sink;
    private long nowNanos;
    private String opaque;
    private boolean compressed;
    private boolean inflates;
    private boolean inflatedSecret;

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

    /** Bytes of the buffer being read, by absolute index, are secret; where that was taken out of a frame, the frame is. */
    void secret(int from, int to) {
        if (inflates) {
            inflatedSecret = true;
        } else {
            sink.secret(from, to);
        }
    }

    /** What is read from now on was in a deflated frame. */
    void beginInflated() {
        inflates = true;
        inflatedSecret = false;
    }

    /** What is read from now on is what passes. Whether there was something secret in the frame. */
    boolean endInflated() {
        inflates = false;
        return inflatedSecret;
    }

    /** Both directions come in frames from here on. */
    void compress() {
        compressed = true;
        server.yieldRest(); // it has said so, and more may be behind it
    }

    /** Whether packets come in frames, which have numbers of their own: theirs mean nothing then. */
    boolean compressed() {
        return compressed;
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

    void save(StateWriter out) {
        client.save(out);
        server.save(out);
        out.flag(compressed);
    }

    void load(StateReader in) throws CheckpointRefused {
        client.load(in);
        server.load(in);
        compressed = in.since(StateWriter.COMPRESSION) && in.flag();
    }
}
