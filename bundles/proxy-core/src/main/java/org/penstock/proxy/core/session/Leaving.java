package org.penstock.proxy.core.session;

import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.penstock.codec.api.Refusal;
import org.penstock.codec.api.Side;
import org.penstock.codec.api.Verdict;

/**
 * How a session ends between two exchanges. On the strand, but for {@link #ask} and what follows a move.
 *
 * <pre>
 *   STAYS ──asked──▶ LAST_ORDERS ──a moment──▶ DUE ──no exchange in flight──▶ LISTENING ──▶ TOLD
 * </pre>
 *
 * <p>What a client had sent by the time its session was asked to leave is served: for a moment all goes on as it did.
 * Afterwards the server is left as soon as no exchange is in flight, and the client is listened to. Its next request goes
 * no further, and gets the protocol's refusal for an answer, so that its client knows that it was not executed; one that
 * is silent for a moment is told unasked. To tell a busy one unasked is to tell nothing: the words cross its next request,
 * and are no answer to that.
 */
final class Leaving {
    /** For a request that is on its way to get here. */
    private static final long MOMENT_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private enum State {
        STAYS,
        LAST_ORDERS,
        DUE,
        LISTENING,
        TOLD
    }

    private final Life life;
    private final Duplex duplex;
    private final Observation observation;
    private final CodecChoice codecs;
    private final Berth berth;
    private final Deadline deadline = new Deadline(this::momentOver);
    private State state = State.STAYS;
    private boolean unserved;

    Leaving(Life life, Duplex duplex, Observation observation, CodecChoice codecs, Berth berth) {
        this.life = life;
        this.duplex = duplex;
        this.observation = observation;
        this.codecs = codecs;
        this.berth = berth;
    }

    Deadline deadline() {
        return deadline;
    }

    boolean listens() {
        return state == State.LISTENING;
    }

    /** Some request of the client has gone no further. */
    boolean leftUnserved() {
        return unserved;
    }

    void ask() {
        if (state == State.STAYS) {
            state = State.LAST_ORDERS;
        }
        arm();
    }

    /** It was left to listen by an earlier generation of the core. */
    void goOnListening() {
        state = State.LISTENING;
    }

    /** It has come to a lane. */
    void arm() {
        boolean waits = state == State.LAST_ORDERS || state == State.LISTENING;
        if (waits && berth.isOnLane() && !deadline.isArmed()) {
            deadline.arm(berth.strand(), MOMENT_NANOS);
        }
    }

    private void momentOver() {
        if (state == State.LAST_ORDERS) {
            state = State.DUE;
        } else if (state == State.LISTENING) {
            awaitSilence();
        }
        life.settle(life.now());
    }

    /** After anything has happened; true: something follows from it. */
    boolean settle() {
        if (state == State.LISTENING && duplex.up.isEnded()) {
            tell(Optional.empty());
            return true;
        }
        if (state == State.DUE && life.isQuiet() && life.leaveServer(Session.SHUTS_DOWN)) {
            state = State.LISTENING;
            awaitSilence();
            return true;
        }
        return false;
    }

    private void awaitSilence() {
        long rest = MOMENT_NANOS - (life.now() - life.lastActive());
        if (rest > 0) {
            deadline.arm(berth.strand(), rest);
        } else {
            tell(observation.refusal(Refusal.SHUTTING_DOWN));
        }
    }

    /** Bytes of the client that go no further. */
    void hear(ByteBuffer b, long now) {
        if (state != State.LISTENING && state != State.TOLD) {
            return;
        }
        boolean nothingUnderWay =
                state == State.LISTENING || observation.understanding().betweenExchanges();
        Verdict verdict = codecs.decode(Side.CLIENT, b, now);
        unserved |= nothingUnderWay && !observation.understanding().betweenExchanges(); // else that was passed on
        if (state == State.TOLD) {
            return;
        }
        if (verdict instanceof Verdict.Refuse refuse) {
            tell(Optional.of(refuse.answer().duplicate()));
        } else if (b.hasRemaining() || !observation.understands()) {
            tell(Optional.empty()); // it has seen less than was sent: what it says is not to be trusted
        } else if (!observation.understanding().betweenExchanges()) {
            observation.refusal(Refusal.SHUTTING_DOWN).ifPresent(words -> tell(Optional.of(words)));
        }
    }

    /** It is not waited for any longer: what is under way is answered as well as the protocol can. */
    void hurry() {
        unserved |= duplex.up.leftBytes() > 0;
        if (life.leaveServer(Session.SHUTS_DOWN) || state == State.LISTENING) {
            tell(observation.refusal(Refusal.SHUTTING_DOWN));
        }
    }

    private void tell(Optional<ByteBuffer> words) {
        state = State.TOLD;
        deadline.disarm();
        life.part(words);
    }
}
