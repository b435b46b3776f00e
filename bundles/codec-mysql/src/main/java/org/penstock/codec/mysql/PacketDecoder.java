package org.penstock.codec.mysql;

import java.nio.ByteBuffer;
import org.penstock.codec.api.CheckpointRefused;
import org.penstock.codec.api.Decoder;
import org.penstock.codec.api.Verdict;

/**
 * One direction, as the proxy sees it.
 *
 * <p>Where one ends understanding while the other is in the midst of a payload or of a deflated frame, in which there may be
 * a secret, the session goes on until that has passed. What the first one has to say meanwhile is not looked at, so that all
 * of it is taken for secret.
 */
final class PacketDecoder implements Decoder {
    private final Tap tap;
    private final PacketFramer framer;
    private final CompressedFrames frames;
    private final Runnable atEnd;
    private PacketDecoder opposite;
    private boolean ended;

    /** @param atEnd is run when the direction has ended */
    PacketDecoder(Tap tap, PacketFramer framer, CompressedFrames frames, Runnable atEnd) {
        this.tap = tap;
        this.framer = framer;
        this.frames = frames;
        this.atEnd = atEnd;
    }

    void face(PacketDecoder other) {
        opposite = other;
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
        if (!frames.isOver()) {
            return b.hasRemaining() ? Verdict.YIELD : Verdict.FORWARD;
        }
        if (opposite.isOver()) {
            return new Verdict.Opaque(tap.opaque());
        }
        if (b.hasRemaining()) {
            tap.secret(b.position(), b.limit());
            b.position(b.limit());
        }
        return Verdict.FORWARD;
    }

    private boolean isOver() {
        return ended || frames.isOver();
    }

    @Override
    public void inputEnded(long nowNanos) {
        tap.now(nowNanos);
        ended = true;
        if (tap.opaque() == null) {
            atEnd.run();
        }
    }

    void save(StateWriter out) {
        out.flag(ended);
    }

    void load(StateReader in) throws CheckpointRefused {
        ended = in.flag();
    }
}
