package org.penstock.codec.mysql;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.penstock.codec.api.CheckpointRefused;

/**
 * One direction of a compressed session: takes the packets out of frames, in which they are cut anywhere, stored or deflated.
 *
 * <p>Where understanding ends inside a deflated frame, it ends with that frame: no byte in it stands for a place in what it
 * holds; so it does where the other direction has ended it. For the same reason a deflated frame in which something may be
 * secret is secret as a whole.
 *
 * <p>Source: MySQL "Compression", "Compressed Packet".
 */
final class CompressedFrames {
    private static final int HEADER_BYTES = 7;
    private static final int LENGTH = 0xff_ffff;

    /** Content that is inflated in one turn, in bytes, or some more: some milliseconds' work. */
    static final int TURN_BYTES = 1 << 20;

    private enum State {
        HEADER,
        STORED,
        DEFLATED
    }

    private final Tap tap;
    private final PacketFramer framer;
    private final BooleanSupplier mayBeSecret;
    private final Consumer<ByteBuffer> content;
    private final DeflatedFrame deflated; // of DEFLATED
    private State state = State.HEADER;
    private long header; // so far, lowest byte first
    private int missing = HEADER_BYTES; // bytes the state waits for
    private int sequence;

    /** @param mayBeSecret is asked at each deflated frame's beginning whether it may have secrets in it */
    CompressedFrames(Tap tap, PacketFramer framer, BooleanSupplier mayBeSecret, Inflations inflations) {
        this.tap = tap;
        this.framer = framer;
        this.mayBeSecret = mayBeSecret;
        this.deflated = new DeflatedFrame(inflations);
        this.content = framer::push;
    }

    /** Takes everything up to the limit, or up to where understanding ends, or as much as is enough for one turn. */
    void push(ByteBuffer in) {
        int inflated = 0;
        while (in.hasRemaining() && !isOver() && inflated < TURN_BYTES) {
            switch (state) {
                case HEADER -> header(in);
                case STORED -> stored(in);
                case DEFLATED -> inflated += deflated(in, TURN_BYTES - inflated);
            }
        }
    }

    /** Whether no more is taken: this direction is not understood, from where the position is. */
    boolean isOver() {
        return framer.isOver() && state != State.DEFLATED;
    }

    /** Whether the last byte taken was the last of a frame. */
    boolean betweenFrames() {
        return state == State.HEADER && missing == HEADER_BYTES;
    }

    /** Whether what it is in the midst of cannot be saved. */
    boolean isInflating() {
        return state == State.DEFLATED;
    }

    /** The number of the last frame whose header was whole. */
    int sequence() {
        return sequence;
    }

    private void header(ByteBuffer in) {
        header |= (in.get() & 0xffL) << 8 * (HEADER_BYTES - missing);
        missing--;
        if (missing == 0) {
            begin();
        }
    }

    private void begin() {
        missing = (int) header & LENGTH;
        sequence = (int) (header >>> 24) & 0xff;
        int contentBytes = (int) (header >>> 32);
        if (contentBytes == 0) {
            state = State.STORED;
        } else {
            state = State.DEFLATED;
            if (!deflated.begin(contentBytes, mayBeSecret.getAsBoolean())) {
                giveUp("no memory to see what is in a compressed frame");
            }
        }
        if (missing == 0) {
            end();
        }
    }

    private void stored(ByteBuffer in) {
        int from = in.position();
        int limit = in.limit();
        in.limit(from + Math.min(missing, limit - from));
        framer.push(in);
        in.limit(limit);
        missing -= in.position() - from;
        if (missing == 0) {
            end();
        }
    }

    /** Bytes of content that were in what it has taken. */
    private int deflated(ByteBuffer in, int most) {
        int from = in.position();
        int limit = in.limit();
        in.limit(from + Math.min(missing, limit - from));
        int inflated = framer.isOver() ? 0 : inflate(in, most);
        if (framer.isOver()) {
            in.position(in.limit()); // nobody looks at the rest
        }
        in.limit(limit);
        if (deflated.secret()) {
            tap.secret(from, in.position());
        }
        missing -= in.position() - from;
        if (missing == 0) {
            end();
        }
        return inflated;
    }

    private int inflate(ByteBuffer in, int most) {
        tap.beginInflated();
        int inflated = deflated.take(in, most, content);
        if (tap.endInflated()) {
            deflated.hasSecrets();
        }
        if (inflated == Inflation.DAMAGED) {
            damaged();
            return 0;
        }
        return inflated;
    }

    private void end() {
        if (state == State.DEFLATED) {
            if (!framer.isOver() && !deflated.complete()) {
                damaged();
            }
            deflated.end();
        }
        state = State.HEADER;
        header = 0;
        missing = HEADER_BYTES;
    }

    private void damaged() {
        giveUp("a compressed frame is damaged");
    }

    private void giveUp(String why) {
        tap.opaque(why);
        framer.abandon();
    }

    /** Nothing more will come. */
    void close() {
        deflated.end();
    }

    /** A packet in a frame of its own, as it is. */
    static ByteBuffer frame(ByteBuffer packet, int sequence) {
        int length = packet.remaining();
        return ByteBuffer.allocate(HEADER_BYTES + length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(length | sequence << 24)
                .putShort((short) 0)
                .put((byte) 0)
                .put(packet)
                .flip();
    }

    void save(StateWriter out) {
        out.symbol(state);
        out.longNumber(header);
        out.number(missing);
        out.number(sequence);
    }

    void load(StateReader in) throws CheckpointRefused {
        state = in.symbol(new State[] {State.HEADER, State.STORED});
        header = in.longNumber();
        missing = in.number(1, state == State.HEADER ? HEADER_BYTES : LENGTH);
        sequence = in.number(0, 0xff);
    }
}
