package org.penstock.codec.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.penstock.codec.api.CheckpointRefused;
import org.penstock.codec.api.CodecSession;
import org.penstock.codec.api.Decoder;
import org.penstock.codec.api.Exchange;
import org.penstock.codec.api.ExchangeSink;
import org.penstock.codec.api.ProtocolCodec;
import org.penstock.codec.api.SessionFacts;
import org.penstock.codec.api.Side;
import org.penstock.codec.api.Verdict;

/**
 * Stands where the proxy does: shows a codec session bytes in pieces, keeps what it tells, holds what it does not yet let
 * go, and checks at each call what the contract says of buffers. One thread.
 */
public final class Player {
    private static final SessionFacts FACTS = new SessionFacts(
            "test",
            "test",
            1,
            InetSocketAddress.createUnresolved("client", 1),
            InetSocketAddress.createUnresolved("server", 2),
            0);

    /** One end's stream. */
    private static final class Direction {
        private byte[] held = {};
        private long offset; // of the first byte held
        private final Spans secrets = new Spans();
    }

    private final ProtocolCodec codec;
    private final Buffers buffers;
    private final Map<Side, Direction> directions = new EnumMap<>(Side.class);
    private final List<Told> told = new ArrayList<>();
    private final ExchangeSink sink = new Sink();
    private CodecSession session;
    private long nowNanos;
    private Stop stop;
    private Direction decoding; // null: not inside decode
    private ByteBuffer shown;
    private int shownFrom;
    private boolean mayTell;
    private int turns;

    /** Opens a session. */
    public Player(ProtocolCodec codec, Buffers buffers) {
        this.codec = codec;
        this.buffers = buffers;
        for (Side side : Side.values()) {
            directions.put(side, new Direction());
        }
        session = codec.open(FACTS, sink);
    }

    /** The session, for questions. */
    public CodecSession session() {
        return session;
    }

    SessionFacts facts() {
        return FACTS;
    }

    ExchangeSink sink() {
        return sink;
    }

    /** What was told so far. */
    public List<Told> told() {
        return told;
    }

    /** Null while the session is understood. */
    public Stop stop() {
        return stop;
    }

    /** How often a decoder was shown bytes, those that it had put off included. */
    public int turns() {
        return turns;
    }

    /** The time of the calls that follow. */
    public void now(long nanos) {
        nowNanos = nanos;
    }

    /** Shows the next bytes of one end; nothing, once the session has stopped. */
    public void show(Side from, byte[] bytes, int begin, int end) {
        if (stop != null || begin == end) {
            return;
        }
        Direction direction = directions.get(from);
        byte[] all = bytes;
        int first = begin;
        int last = end;
        if (direction.held.length > 0) {
            all = Arrays.copyOf(direction.held, direction.held.length + end - begin);
            System.arraycopy(bytes, begin, all, direction.held.length, end - begin);
            first = 0;
            last = all.length;
        }
        decode(from, direction, all, first, last);
        Direction other = directions.get(from.other());
        if (stop == null && other.held.length > 0) {
            decode(from.other(), other, other.held, 0, other.held.length);
        }
    }

    /** In as many turns as the decoder takes. */
    private void decode(Side from, Direction direction, byte[] bytes, int begin, int end) {
        Verdict verdict = turn(from, direction, bytes, begin, end);
        while (verdict instanceof Verdict.Yield) {
            verdict = turn(from, direction, direction.held, 0, direction.held.length);
        }
    }

    private Verdict turn(Side from, Direction direction, byte[] bytes, int begin, int end) {
        turns++;
        ByteBuffer buffer = buffers.around(bytes, begin, end);
        int position = buffer.position();
        int limit = buffer.limit();
        ByteOrder order = buffer.order();
        shown = buffer;
        shownFrom = position;
        decoding = direction;
        mayTell = true;
        Decoder decoder = decoder(from);
        Verdict verdict = decoder.decode(buffer, nowNanos);
        mayTell = false;
        decoding = null;
        assertSame(decoder, decoder(from), "the same decoder at each call");
        assertEquals(limit, buffer.limit(), "the limit is not moved");
        assertEquals(order, buffer.order(), "the byte order is not changed");
        assertTrue(buffer.position() >= position && buffer.position() <= limit, "the position stays in the buffer");
        assertEquals(
                ByteBuffer.wrap(bytes, begin, end - begin),
                buffer.duplicate().position(position),
                "nothing is written into the buffer");
        int forwarded = buffer.position() - position;
        Buffers.spoil(buffer);
        direction.offset += forwarded;
        direction.held = Arrays.copyOfRange(bytes, begin + forwarded, end);
        if (verdict instanceof Verdict.Opaque opaque) {
            stop = new Stop(from, direction.offset, opaque.reason());
        } else if (verdict instanceof Verdict.Refuse refuse) {
            stop = new Stop(from, direction.offset, refuse.reason());
        } else if (verdict instanceof Verdict.Yield) {
            assertTrue(forwarded > 0, "one that yields has moved the position");
            assertTrue(direction.held.length > 0, "one that yields has something left to look at");
        }
        return verdict;
    }

    private Decoder decoder(Side from) {
        return from == Side.CLIENT ? session.client() : session.server();
    }

    /** One end says nothing more. */
    public void end(Side from) {
        if (stop == null) {
            mayTell = true;
            decoder(from).inputEnded(nowNanos);
            mayTell = false;
        }
    }

    /** Takes a checkpoint and goes on with another session from it, where the codec can. Whether it could. */
    public boolean moveOn() throws CheckpointRefused {
        if (stop != null) {
            return false;
        }
        Optional<ByteBuffer> checkpoint = session.checkpoint();
        if (checkpoint.isEmpty()) {
            return false;
        }
        assertTrue(
                checkpoint.get().remaining() <= CodecSession.MAX_CHECKPOINT,
                () -> "checkpoint of " + checkpoint.get().remaining() + " bytes");
        ByteBuffer lent = ByteBuffer.allocate(checkpoint.get().remaining());
        lent.put(checkpoint.get()).flip();
        session = codec.restore(lent, FACTS, sink);
        Buffers.spoil(lent);
        return true;
    }

    /** Closes the session; what came of it. */
    public Result close() {
        int before = told.size();
        mayTell = true;
        session.close(nowNanos);
        mayTell = false;
        return new Result(
                List.copyOf(told),
                told.size() - before,
                directions.get(Side.CLIENT).secrets,
                directions.get(Side.SERVER).secrets,
                stop);
    }

    private final class Sink implements ExchangeSink {
        @Override
        public void exchange(Exchange e) {
            assertTrue(mayTell, "exchanges are told from within decode, inputEnded and close");
            told.add(Told.of(e));
        }

        @Override
        public void secret(int from, int to) {
            assertTrue(decoding != null, "secrets are told from within decode");
            assertTrue(shownFrom <= from && from < to && to <= shown.limit(), "a secret is in the buffer");
            long base = decoding.offset - shownFrom;
            decoding.secrets.add(base + from, base + to);
        }
    }
}
