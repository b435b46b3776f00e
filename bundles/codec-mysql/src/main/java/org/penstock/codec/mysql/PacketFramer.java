package org.penstock.codec.mysql;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.penstock.codec.api.CheckpointRefused;

/**
 * Cuts one direction's stream into payloads, without touching more than the packets' headers.
 *
 * <p>Source: MySQL client/server protocol, "MySQL Packets".
 */
final class PacketFramer {
    /** The longest packet; one of this length is continued by the next. */
    static final int MAX_LENGTH = 0xff_ffff;

    static final int HEADER_BYTES = 4;

    private enum State {
        HEADER,
        PAYLOAD
    }

    private PacketSink sink;
    private State state = State.HEADER;
    private int header; // so far, lowest byte first
    private int missing = HEADER_BYTES; // bytes the state waits for
    private boolean continuing; // the next header continues a payload
    private boolean stopped;
    private boolean yielding; // the present call of push ends
    private int sequence;
    private long offset;

    /** Later payloads go to this sink. */
    void deliverTo(PacketSink next) {
        sink = next;
    }

    /** No payload is begun any more, and none told; one that is under way is read to its end, for what is secret in it. */
    void stop() {
        stopped = true;
    }

    /** As {@link #stop}, and the payload under way will not be whole. */
    void abandon() {
        stopped = true;
        state = State.HEADER;
        continuing = false;
    }

    /** Whether it was stopped and takes no more: the position stays where it is. */
    boolean isOver() {
        return stopped && state == State.HEADER && !continuing;
    }

    /** The present call of {@link #push} takes no more: what follows comes in another form. */
    void yieldRest() {
        yielding = true;
    }

    /** Bytes of the stream taken so far; where it is compressed, of what was in the frames. */
    long offset() {
        return offset;
    }

    /** The number of the last packet whose header was whole. */
    int sequence() {
        return sequence;
    }

    /** Whether the last byte taken was the last of a payload. */
    boolean betweenPayloads() {
        return state == State.HEADER && missing == HEADER_BYTES && !continuing;
    }

    /** Takes everything up to the limit, or up to where it is stopped or yields. */
    void push(ByteBuffer in) {
        yielding = false;
        while (!isOver() && !yielding && in.hasRemaining()) {
            if (state == State.HEADER) {
                header(in);
            } else {
                payload(in);
            }
        }
    }

    private void header(ByteBuffer in) {
        if (missing == HEADER_BYTES) {
            if (!continuing) {
                sink.begun();
                if (stopped) {
                    return;
                }
            }
            if (in.remaining() >= HEADER_BYTES) {
                int bytes = in.getInt();
                header = in.order() == ByteOrder.LITTLE_ENDIAN ? bytes : Integer.reverseBytes(bytes);
                offset += HEADER_BYTES;
                started();
                return;
            }
        }
        header |= (in.get() & 0xff) << 8 * (HEADER_BYTES - missing);
        offset++;
        missing--;
        if (missing == 0) {
            started();
        }
    }

    private void started() {
        missing = header & MAX_LENGTH;
        sequence = header >>> 24;
        state = State.PAYLOAD;
        if (!continuing) {
            sink.started(missing, sequence);
            if (stopped) {
                state = State.HEADER; // it is not read
                return;
            }
        }
        if (missing == 0) {
            packetEnded();
        }
    }

    private void payload(ByteBuffer in) {
        int n = Math.min(missing, in.remaining());
        sink.payload(in, n);
        in.position(in.position() + n);
        offset += n;
        missing -= n;
        if (missing == 0) {
            packetEnded();
        }
    }

    private void packetEnded() {
        continuing = (header & MAX_LENGTH) == MAX_LENGTH;
        state = State.HEADER;
        header = 0;
        missing = HEADER_BYTES;
        if (!continuing && !stopped) {
            sink.ended();
        }
    }

    void save(StateWriter out) {
        out.symbol(state);
        out.number(header);
        out.number(missing);
        out.flag(continuing);
        out.number(sequence);
        out.longNumber(offset);
    }

    void load(StateReader in) throws CheckpointRefused {
        state = in.symbol(State.values());
        header = in.number();
        missing = in.number(1, state == State.HEADER ? HEADER_BYTES : Math.max(1, header & MAX_LENGTH));
        continuing = in.flag();
        sequence = in.number(0, 0xff);
        offset = in.longNumber();
    }
}
