package org.penstock.proxy.core.session;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.penstock.codec.api.Refusal;
import org.penstock.codec.api.SessionFacts;
import org.penstock.log.support.Reason;
import org.penstock.proxy.api.SessionStatus;
import org.penstock.proxy.core.record.SessionLog;
import org.penstock.proxy.core.record.StreamOffsets;
import org.penstock.proxy.keeper.ClosedSession;
import org.penstock.proxy.keeper.ParkedSession;
import org.penstock.transport.api.ParkedConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One proxied pair, as its proxy has it: it begins, moves from lane to lane, hears of codecs and recorders that come and
 * go, and is told to end. What happens to its bytes, and what follows from that, is its {@link Life}.
 *
 * <p>It belongs to its lane's strand while it is on one, and to whoever took it off the lane in between; ownership passes
 * through {@code Strand.execute} or a concurrent queue, so that no field needs a lock.
 */
public final class Session implements StreamOffsets {
    private static final Logger LOG = LoggerFactory.getLogger(Session.class);
    /** Why one ends that a drain, or the end of its proxy, ends. */
    public static final String SHUTS_DOWN = "the proxy shuts down";

    public static final String LOST_ON_THE_WAY = "its socket was lost while the proxy's core was replaced";

    private final SessionHost host;
    private final SessionFacts facts;
    private final Observation observation;
    private final Berth berth;
    private final Life life;
    private boolean turnedAway; // only here to be told so

    /** A new session of an accepted connection, not on a lane yet. */
    public Session(SessionHost host, SessionFacts facts, ParkedConnection accepted) {
        this(host, facts, offsets -> SessionLog.create(facts, host.config().recording(), offsets, host.complaints()));
        life.duplex().client.hold(accepted);
    }

    private Session(SessionHost host, SessionFacts facts, Function<StreamOffsets, SessionLog> log) {
        this.host = host;
        this.facts = facts;
        this.berth = new Berth(new SessionBuffers(host.buffers()));
        this.observation = new Observation(facts, log.apply(this), this, host, this::space);
        this.life = new Life(this, host, observation, berth);
    }

    // ---- beginning

    /** On the strand, for a new session: it begins to serve. Where the transport does not take it, it is the host's. */
    public void begin(Lane l) {
        arrive(l, taken -> {
            if (!taken) {
                host.homeless(this);
            }
        });
    }

    /** On the strand, for a new session that cannot be served: it is told why, and ended. */
    public void turnAway(Lane l, Refusal why, String reason) {
        turnedAway = true;
        berth.enter(l, this);
        life.open();
        try {
            life.duplex().adopt(l.strand());
            life.farewell(observation.refusal(why), reason);
        } catch (RuntimeException | Error e) {
            life.fail("the transport did not take it: " + Reason.of(e));
        }
        life.settle(life.now());
    }

    /** The same, off every lane: there is no way to tell it. */
    public void turnAway(String reason) {
        turnedAway = true;
        cut(reason);
    }

    // ---- ending

    /** Ends between two exchanges, with a word the protocol has for it; where it is on no lane, once it is on one. */
    public void leaveWhenQuiet() {
        life.leaveWhenQuiet();
    }

    /**
     * Ends now, with a word the protocol has for it where that is possible; false: it was not busy. On the strand, or by
     * whom it belongs to.
     */
    public boolean leaveNow() {
        return life.leaveNow();
    }

    /** Ends now, whatever is under way; false: it was ending already. On the strand, or by whom it belongs to. */
    public boolean cut(String reason) {
        return life.cut(reason);
    }

    /** As {@link #cut}, off every lane; records nobody has taken by now are given up. */
    public void abandon(String reason) {
        life.cut(reason);
        life.giveUpRecords();
    }

    /** On the strand, every second: ends where no byte has passed for long, and offers records again. */
    void tick(long idleNanos) {
        if (observation.log().blocked()) {
            offerAgain(); // a recorder that threw, or forgot, will not say that it has room
        }
        if (idleNanos > 0) {
            life.endIfIdle(idleNanos);
        }
    }

    /** On the strand: something of it is broken. */
    void fail(String reason) {
        life.fail(reason);
    }

    // ---- codecs and recorders come and go

    /** On the strand, or by whom it belongs to: uses the codec that is there now, or waits for one. */
    public void codecChanged() {
        life.codecChanged();
    }

    /** On the strand, or by whom it belongs to: a recorder goes. */
    public void recorderGone(String name) {
        observation.log().detach(name);
        recordersChanged();
    }

    /** On the strand, or by whom it belongs to: a recorder has come, or has room again. */
    public void recordersChanged() {
        if (isOver()) { // it has let its recorders go, and nobody would do so again
            return;
        }
        observation.recordersChanged(life.now());
        life.goOn();
    }

    /** On the strand, or by whom it belongs to: records that wait; in vain for long enough where nobody expects their recorder. */
    public void offerAgain() {
        recordersChanged();
        life.giveUpForgottenRecords();
    }

    /** From any thread: a recorder has room. Where the session is between two lanes it asks anew when it arrives. */
    private void space() {
        berth.execute(this::recordersChanged);
    }

    // ---- moving

    /**
     * On the strand: takes the session off its lane; then, when no thread of the transport knows it any more,
     * {@code done}. It may be over by then.
     */
    void leave(Runnable done) {
        life.deadlines().leave();
        berth.leave(life.duplex(), this, () -> {
            life.goOn();
            done.run();
        });
    }

    /**
     * On the strand of a lane: goes on there.
     *
     * @param result told true, or false where the transport would not take it: then it is off every lane, as before
     */
    public void arrive(Lane l, Consumer<Boolean> result) {
        berth.enter(l, this);
        if (life.phase() == Phase.NEW) {
            life.open();
        }
        try {
            life.duplex().adopt(l.strand());
        } catch (RuntimeException | Error e) {
            LOG.debug("session={} was not taken over", facts.session(), e);
            leave(() -> result.accept(false));
            return;
        }
        try {
            life.settleIn(l.strand());
            recordersChanged();
        } catch (RuntimeException | Error e) {
            host.complaints().error("session", "session=" + facts.session() + " failed when it was to go on", e);
            life.fail("it could not go on after a move: " + Reason.of(e));
        }
        result.accept(true);
        berth.goesOn();
    }

    /** Nanoseconds since it was taken off its lane; 0 where it was on none. */
    public long stoodStillNanos() {
        return berth.stoodStillNanos();
    }

    /** Its strand has ended for good, and it was still there: what has no socket left there waits for another one. */
    void stranded() {
        if (isOnlyRecording() && berth.isOnLane()) {
            berth.vacate(this);
            host.homeless(this);
        }
    }

    /** Off every lane: everything of it for a later generation of the core. It is not used any more. */
    public ParkedSession toKeeper() {
        Optional<ByteBuffer> words = life.lastWords(); // of the codec, which then goes
        Observation.Form observed = observation.park(life.now());
        return ParkedForm.write(
                new SessionForm(
                        facts,
                        life.phase(),
                        life.endReason(),
                        life.lastActive(),
                        life.duplex().park(),
                        observed),
                words);
    }

    /**
     * A session of an earlier generation of the core, not on a lane yet; where the keeper has no socket of its client any
     * more, {@link #endRecord} is to follow.
     *
     * @throws IOException it is of a form this core does not know; it is the caller's as before
     */
    public static Session fromKeeper(SessionHost host, ParkedSession parked) throws IOException {
        return resumed(host, () -> ParkedForm.read(parked));
    }

    /**
     * One the keeper has closed; {@link #endRecord} is to follow.
     *
     * @throws IOException it is of a form this core does not know
     */
    public static Session ofClosed(SessionHost host, ClosedSession closed) throws IOException {
        return resumed(host, () -> ParkedForm.read(closed));
    }

    private interface Form {
        SessionForm read() throws IOException;
    }

    private static Session resumed(SessionHost host, Form parked) throws IOException {
        try {
            SessionForm form = parked.read();
            byte[] records = form.observed().records();
            Session s = new Session(
                    host,
                    form.facts(),
                    offsets -> SessionLog.fromBytes(records, form.facts(), offsets, host.complaints()));
            s.observation.resume(form.observed());
            s.life.resume(form);
            return s;
        } catch (UncheckedIOException e) {
            throw e.getCause();
        } catch (RuntimeException e) {
            throw new IOException("its form is damaged: " + Reason.of(e), e);
        }
    }

    /**
     * Off every lane, and without a socket: its record is ended, with what codec and recorders that are there make of what
     * was under way. Whatever the overload policy, it waits for recorders that are not.
     *
     * @throws RuntimeException something of it is broken; it has let its recorders go, and is not used any more
     */
    public void endRecord(String reason) {
        try {
            observation.log().giveUpNothing();
            recordersChanged();
            if (!life.phase().isEnding()) {
                codecChanged(); // it tells what was in flight
                cut(reason);
            }
        } catch (RuntimeException | Error e) {
            observation.log().release();
            throw e;
        }
    }

    // ---- what is seen from outside

    @Override
    public long client() {
        return life.duplex().up.passed();
    }

    @Override
    public long server() {
        return life.duplex().down.passed();
    }

    public SessionFacts facts() {
        return facts;
    }

    /** Its recorders, by name. */
    public List<String> recorders() {
        return observation.log().recorders();
    }

    /** When bytes last passed, in nanoseconds since the epoch. */
    public long lastActive() {
        return life.lastActive();
    }

    /** Nothing of it is left. */
    public boolean isOver() {
        return life.phase() == Phase.OVER;
    }

    /** It has no socket, and waits for no transport: only its last records wait for their recorder. */
    public boolean isOnlyRecording() {
        return life.phase() == Phase.RECORDING;
    }

    /** On its strand, or by whom it belongs to while it is off. */
    public SessionStatus status(String transport) {
        Phase phase = berth.isOnLane() ? life.phase() : null;
        return Snapshot.of(facts, phase, transport, life.now() - life.lastActive(), life.duplex(), observation);
    }

    /**
     * What its host counts of it.
     *
     * @param turnedAway it was only here to be told that it is not served
     * @param cutOff it ended because its strand closed under it
     * @param dropped records it has lost by the overload policy
     * @param unserved it ended, as it was asked to, with a request of its client that was not passed on
     * @param untold records no recorder has been told of; of a session that is over, they are lost
     */
    public record Outcome(boolean turnedAway, boolean cutOff, boolean unserved, long dropped, long untold) {}

    public Outcome outcome() {
        SessionLog log = observation.log();
        return new Outcome(turnedAway, life.cutOff(), life.leftUnserved(), log.dropped(), log.untold());
    }
}
