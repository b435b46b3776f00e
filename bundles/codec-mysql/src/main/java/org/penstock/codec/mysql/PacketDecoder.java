package org.penstock.codec.mysql;

import java.nio.ByteBuffer;
import org.penstock.codec.api.Decoder;
import org.penstock.codec.api.Verdict;

/** One direction, as the proxy sees it. */
final class PacketDecoder implements Decoder {
    private final Tap tap;
    private final PacketFramer framer;
    private final CompressedFrames frames;
    private final Runnable atEnd;

    /** @param atEnd is run when the direction has ended */
    PacketDecoder(Tap tap, PacketFramer framer, CompressedFrames frames, Runnable atEnd) {
        this.tap = tap;
        this.framer = framer;
        this.frames = frames;
        this.atEnd = atEnd;
    }

    @Override
    public Verdict decode(ByteBuffer b, long nowNanos) {
        tap.now(nowNanos);
        if (!tap.compressed()) {
            framer.push(b);
        }
        if (tap.compressed()) {
            frames.push(b);
        }
        return frames.isOver() ? new Verdict.Opaque(tap.opaque()) : Verdict.FORWARD;
    }

    @Override
    public void inputEnded(long nowNanos) {
        tap.now(nowNanos);
        if (tap.opaque() == null) {
            atEnd.run();
        }
    }
}
