package org.penstock.proxy.core.session;

import java.nio.ByteBuffer;
import java.util.Optional;
import org.penstock.codec.api.CheckpointRefused;
import org.penstock.codec.api.CodecSession;
import org.penstock.codec.api.Decoder;
import org.penstock.codec.api.ExchangeSink;
import org.penstock.codec.api.ProtocolCodec;
import org.penstock.codec.api.Refusal;
import org.penstock.codec.api.SessionFacts;
import org.penstock.codec.api.Side;
import org.penstock.codec.api.Verdict;
import org.penstock.log.support.Unquoted;
import org.penstock.proxy.core.record.Complaints;

/**
 * What a session's codec makes of its bytes, over all generations of the codec. On the strand.
 *
 * <pre>
 *   HELD ──codec comes──▶ ACTIVE ──codec goes, checkpoint──▶ HELD
 *     │                     │  └──codec goes, not at this byte──▶ LEAVING ──checkpoint──▶ HELD
 *     └──held too long──▶ OPAQUE ◀──cannot go on──┘                 └──cannot go on──▶ OPAQUE
 * </pre>
 */
final class Understanding {
    /** Where understanding stands. */
    enum State {
        /** No codec: bytes wait. */
        HELD,
        /** A codec sees all bytes. */
        ACTIVE,
        /** The codec goes, but its state cannot be saved at this byte: it is fed until it can. */
        LEAVING,
        /** Bytes are forwarded without being looked at. */
        OPAQUE
    }

    private final SessionFacts facts;
    private final ExchangeSink sink;
    private final Complaints complaints;
    private State state = State.HELD;
    private ProtocolCodec codec; // of ACTIVE and LEAVING
    private CodecSession session; // likewise
    private ByteBuffer checkpoint; // of HELD: where to go on; null: at the first byte
    private boolean inFlight; // of HELD: an exchange was when the codec went
    private String opaqueReason = ""; // of OPAQUE

    Understanding(SessionFacts facts, ExchangeSink sink, Complaints complaints) {
        this.facts = facts;
        this.sink = sink;
        this.complaints = complaints;
    }

    State state() {
        return state;
    }

    /** Empty as long as it is not opaque. */
    String opaqueReason() {
        return opaqueReason;
    }

    /** Bytes must wait for a codec. */
    boolean holds() {
        return state == State.HELD;
    }

    boolean understands() {
        return state == State.ACTIVE || state == State.LEAVING;
    }

    /** It cannot stay as it is for long: no codec is there, or one that has gone is still in use. */
    boolean waits() {
        return state == State.HELD || state == State.LEAVING;
    }

    /** No exchange is in flight, as far as is known. */
    boolean betweenExchanges() {
        try {
            return understands() && session.betweenExchanges();
        } catch (RuntimeException | Error e) {
            complain("threw when asked whether it is busy", e);
            return false;
        }
    }

    /** Looks at bytes; opaque ones may go on whole. An answer of {@link Verdict.Opaque} has been acted upon. */
    Verdict decode(Side from, ByteBuffer b, long nowNanos) {
        if (!understands()) {
            b.position(b.limit());
            return Verdict.FORWARD;
        }
        Verdict verdict = askDecoder(from, b, nowNanos);
        if (verdict instanceof Verdict.Opaque opaque) {
            becomeOpaque(opaque.reason(), nowNanos);
        } else if (state == State.LEAVING) {
            leave(nowNanos);
        }
        return verdict;
    }

    private Verdict askDecoder(Side from, ByteBuffer b, long nowNanos) {
        int start = b.position();
        int end = b.limit();
        try {
            return decoder(from).decode(b, nowNanos);
        } catch (RuntimeException | Error e) {
            b.limit(end).position(start);
            complain("threw, session goes on opaque", e);
            return new Verdict.Opaque(failed(e));
        }
    }

    /** What makes a codec throw may be in every session's bytes. */
    private void complain(String what, Throwable e) {
        complaints.warnUnquoted(who(), line(what), e);
    }

    private String who() {
        return "codec " + facts.protocol();
    }

    private String line(String what) {
        return "session=" + facts.session() + " codec=" + facts.protocol() + " " + what;
    }

    private static String failed(Throwable e) {
        return "the codec failed: " + Unquoted.reason(e);
    }

    void inputEnded(Side from, long nowNanos) {
        if (!understands()) {
            return;
        }
        try {
            decoder(from).inputEnded(nowNanos);
        } catch (RuntimeException | Error e) {
            complain("threw at end of input", e);
            becomeOpaque(failed(e), nowNanos);
        }
    }

    private Decoder decoder(Side from) {
        return from == Side.CLIENT ? session.client() : session.server();
    }

    /**
     * Another codec, or none, is to be used from here on.
     *
     * @param next null: none is there
     */
    void switchTo(ProtocolCodec next, long nowNanos) {
        if (state == State.OPAQUE) {
            return;
        }
        if (understands()) {
            state = next == codec ? State.ACTIVE : State.LEAVING;
        }
        if (state == State.LEAVING) {
            leave(nowNanos);
        }
        if (next != null && state == State.HELD) {
            begin(next, nowNanos);
        }
    }

    private void leave(long nowNanos) {
        try {
            inFlight = !session.betweenExchanges();
            session.checkpoint().ifPresent(taken -> left(taken, nowNanos));
        } catch (RuntimeException | Error e) {
            complain("threw at a checkpoint", e);
            becomeOpaque(failed(e), nowNanos);
        }
    }

    private void left(ByteBuffer taken, long nowNanos) {
        if (taken.remaining() > CodecSession.MAX_CHECKPOINT) {
            tooLong(taken.remaining(), nowNanos);
            return;
        }
        // A copy: the codec's own buffer could be of a kind that keeps its class loader alive.
        checkpoint =
                ByteBuffer.allocate(taken.remaining()).put(taken.duplicate()).flip();
        state = State.HELD;
        codec = null;
        session = null;
    }

    private void tooLong(int bytes, long nowNanos) {
        String what = "a checkpoint of " + bytes + " bytes; allowed are " + CodecSession.MAX_CHECKPOINT;
        complaints.warn(who(), line("was asked for its state"), new IllegalStateException(what));
        becomeOpaque("the codec failed: " + what, nowNanos);
    }

    private void begin(ProtocolCodec next, long nowNanos) {
        try {
            session = checkpoint == null ? next.open(facts, sink) : next.restore(checkpoint.duplicate(), facts, sink);
            codec = next;
            state = State.ACTIVE;
            checkpoint = null;
        } catch (CheckpointRefused e) {
            becomeOpaque("the codec cannot go on: " + e.getMessage(), nowNanos);
        } catch (RuntimeException | Error e) {
            complain("threw at its start", e);
            becomeOpaque(failed(e), nowNanos);
        }
    }

    /** Gives up understanding for good; exchanges in flight are told as aborted. */
    void becomeOpaque(String reason, long nowNanos) {
        if (state == State.OPAQUE) {
            return;
        }
        boolean untold = state == State.HELD && inFlight;
        close(nowNanos);
        state = State.OPAQUE;
        opaqueReason = untold ? reason + "; an exchange was in flight" : reason;
        checkpoint = null;
    }

    /** The session is over. Without a codec nobody tells an exchange that was in flight: then it ends opaque. */
    void end(long nowNanos) {
        if (state == State.HELD && inFlight) {
            becomeOpaque("the session ended while no codec was there", nowNanos);
        } else {
            close(nowNanos);
        }
    }

    private void close(long nowNanos) {
        if (session != null) {
            CodecSession over = session;
            session = null;
            codec = null;
            try {
                over.close(nowNanos);
            } catch (RuntimeException | Error e) {
                complain("threw at its end", e);
            }
            if (state != State.OPAQUE) {
                state = State.HELD;
            }
        }
    }

    /** What to tell the client before it is turned away. */
    Optional<ByteBuffer> refusal(Refusal why) {
        if (!understands()) {
            return Optional.empty();
        }
        try {
            return session.refusal(why);
        } catch (RuntimeException | Error e) {
            complain("threw at a refusal", e);
            return Optional.empty();
        }
    }

    /** What a later generation of the core needs to go on: empty where nothing was seen yet or understanding has ended. */
    Optional<ByteBuffer> park(long nowNanos) {
        if (understands()) {
            state = State.LEAVING;
            leave(nowNanos);
            if (state == State.LEAVING) {
                becomeOpaque("the codec's state could not be saved while the proxy was replaced", nowNanos);
            }
        }
        return Optional.ofNullable(checkpoint);
    }

    /** Of HELD: an exchange was in flight when the codec went. */
    boolean inFlight() {
        return state == State.HELD && inFlight;
    }

    void resume(ByteBuffer parkedCheckpoint, boolean exchangeInFlight) {
        checkpoint = parkedCheckpoint;
        inFlight = exchangeInFlight;
    }

    void resumeOpaque(String reason) {
        state = State.OPAQUE;
        opaqueReason = reason;
    }
}
