package org.penstock.proxy.core.session;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.penstock.codec.api.Refusal;
import org.penstock.codec.api.SessionFacts;
import org.penstock.codec.api.Verdict;
import org.penstock.proxy.api.SessionStatus;
import org.penstock.proxy.core.record.SessionLog;
import org.penstock.proxy.core.record.StreamOffsets;
import org.penstock.proxy.keeper.ParkedSession;
import org.penstock.recorder.api.SessionEnd;
import org.penstock.transport.api.CloseReason;
import org.penstock.transport.api.ParkedConnection;
import org.penstock.transport.api.Strand;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One proxied pair. It belongs to its lane's strand while it is on one, and to whoever took it off the lane in between;
 * ownership passes through {@code Strand.execute} or a concurrent queue, so that no field needs a lock.
 */
public final class Session implements StreamOffsets {
    private static final Logger LOG = LoggerFactory.getLogger(Session.class);

    private final SessionHost host;
    private final SessionFacts facts;
    private final Observation observation;
    private final Berth berth;
    private final Duplex duplex;
    private final CodecChoice codecs;
    private final Parting parting;
    private final Deadlines deadlines;
    private Phase phase = Phase.NEW;
    private String endReason = "";
    private boolean leaving; // to end between two exchanges
    private boolean cutOff; // its strand closed under it
    private boolean turnedAway; // only here to be told so
    private long lastActive;

    /** A new session of an accepted connection, not on a lane yet. */
    public Session(SessionHost host, SessionFacts facts, ParkedConnection accepted) {
        this(host, facts, offsets -> SessionLog.create(facts, host.config().recording(), offsets));
        duplex.client.hold(accepted);
    }

    private Session(SessionHost host, SessionFacts facts, Function<StreamOffsets, SessionLog> log) {
        SessionBuffers buffers = new SessionBuffers(host.buffers());
        this.host = host;
        this.facts = facts;
        this.lastActive = facts.openedNanos();
        this.observation = new Observation(facts, log.apply(this), this);
        this.berth = new Berth(buffers);
        this.codecs = new CodecChoice(host, facts, observation, berth, this::goOn);
        this.duplex = new Duplex(this, buffers, observation, codecs);
        this.parting = new Parting(duplex.down, berth, () -> close(CloseReason.Kind.ENDED_BY_PROXY));
        this.deadlines = new Deadlines(new Deadline(this::connectTimedOut), codecs.holding(), parting.deadline());
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
        open();
        try {
            duplex.adopt(l.strand());
            farewell(observation.refusal(why), reason);
        } catch (RuntimeException | Error e) {
            fail("the transport did not take it: " + Reasons.of(e));
        }
        settle(now());
    }

    /** The same, off every lane: there is no way to tell it. */
    public void turnAway(String reason) {
        turnedAway = true;
        cut(reason);
    }

    private void open() {
        long now = now();
        observation.opened(host::recorder, this::space, now);
        codecs.choose(now);
    }

    void opened(End end) {
        if (end == duplex.server && phase == Phase.CONNECTING) {
            deadlines.connecting().disarm();
            host.serverReached(true, "");
            phase = Phase.OPEN;
        }
        (end == duplex.server ? duplex.up : duplex.down).flush();
    }

    private void connectTimedOut() {
        String reason = "server " + Addresses.text(facts.server()) + " did not accept within "
                + host.config().limits().connect().toMillis() + " ms";
        host.serverReached(false, reason);
        farewell(observation.refusal(Refusal.SERVER_TIMED_OUT), reason);
        settle(now());
    }

    // ---- the flow of bytes, as its two directions ask for it

    /** The time, which is also when bytes last passed. */
    long touch() {
        lastActive = host.now();
        return lastActive;
    }

    long now() {
        return host.now();
    }

    /** Bytes that are read go on; else they are read only so that the end of input is seen. */
    boolean passesOn() {
        return phase == Phase.OPEN;
    }

    int highWater() {
        return host.config().tuning().highWater();
    }

    int lowWater() {
        return host.config().tuning().lowWater();
    }

    /** After anything has happened: what follows from it. On the strand. */
    void settle(long now) {
        if (phase.isEnding()) {
            maybeOver();
            return;
        }
        if (observation.log().failed()) {
            note("a recorder took nothing, and record.overload = fail");
            close(CloseReason.Kind.ENDED_BY_PROXY);
            return;
        }
        duplex.finishIfEnded(now);
        if (isDone()) {
            note("both ends are done");
            close(CloseReason.Kind.DONE);
            return;
        }
        if (leaving) {
            leaveIfQuiet();
        }
        updateReading();
    }

    private boolean isDone() {
        boolean shut = duplex.down.isShut() && (phase == Phase.FAREWELL ? duplex.up.isEnded() : duplex.up.isShut());
        return shut && duplex.isFlushed();
    }

    private void updateReading() {
        boolean passing = phase == Phase.OPEN && !observation.holds() && observation.mayPass();
        duplex.client.read(phase == Phase.FAREWELL || passing && duplex.up.wantsInput());
        duplex.server.read(passing && duplex.down.wantsInput());
    }

    // ---- ending

    /** A socket is gone. */
    void lost(End end, CloseReason reason) {
        cutOff |= reason.kind() == CloseReason.Kind.STRAND_CLOSED;
        if (phase == Phase.CONNECTING && end == duplex.server) {
            String line = "server " + Addresses.text(facts.server()) + " cannot be reached: " + reason.text();
            host.serverReached(false, line);
            farewell(observation.refusal(Refusal.SERVER_UNREACHABLE), line);
        } else if (phase == Phase.OPEN && end == duplex.server && !duplex.client.isClosed()) {
            outlive("server: " + reason.text());
        } else if (!phase.isEnding() && (end == duplex.client || phase != Phase.FAREWELL)) {
            note((end == duplex.client ? "client: " : "server: ") + reason.text());
            close(CloseReason.Kind.DONE);
        }
        settle(now());
    }

    void refuse(Verdict.Refuse refuse) {
        farewell(Optional.of(refuse.answer().duplicate()), "refused: " + refuse.reason());
    }

    /** Ends between two exchanges, with a word the protocol has for it; where it is on no lane, once it is on one. */
    public void leaveWhenQuiet() {
        leaving = true;
        if (berth.isOnLane()) {
            settle(now());
        }
    }

    private void leaveIfQuiet() {
        boolean quiet = phase == Phase.CONNECTING || observation.understanding().betweenExchanges() && duplex.isEmpty();
        if (quiet && phase != Phase.FAREWELL) {
            farewell(observation.refusal(Refusal.SHUTTING_DOWN), "the proxy shuts down");
        }
    }

    /** Ends now, whatever is under way; false: it was ending already. On the strand, or by whom it belongs to. */
    public boolean cut(String reason) {
        boolean busy = phase.compareTo(Phase.FAREWELL) < 0;
        note(reason);
        close(CloseReason.Kind.ENDED_BY_PROXY);
        return busy;
    }

    /** As {@link #cut}, off every lane; records nobody has taken by now are given up. */
    public void abandon(String reason) {
        cut(reason);
        if (phase == Phase.RECORDING) {
            over();
        }
    }

    /** Something of it is broken. */
    private void fail(String reason) {
        note(reason);
        close(CloseReason.Kind.FAILED);
    }

    /** On the strand, every second: ends where no byte has passed for long, and offers records again. */
    void tick(long idleNanos) {
        if (observation.log().blocked()) {
            recordersChanged(); // a recorder that threw, or forgot, will not say that it has room
        }
        if (idleNanos > 0 && phase == Phase.OPEN && now() - lastActive > idleNanos) {
            farewell(Optional.empty(), "idle for longer than " + TimeUnit.NANOSECONDS.toMillis(idleNanos) + " ms");
            settle(now());
        }
    }

    /** The server is done with; the client still gets what is on its way to it, and these words. On a lane. */
    private void farewell(Optional<ByteBuffer> words, String reason) {
        if (leaveServer(reason)) {
            duplex.down.cut();
            words.ifPresent(duplex.down::say);
            parting.begin();
        }
    }

    /** The server is gone; the client still gets all that came from it, as if it had ended in order. On a lane. */
    private void outlive(String reason) {
        if (leaveServer(reason)) {
            duplex.down.end();
            parting.begin();
        }
    }

    /** False: that has been done. */
    private boolean leaveServer(String reason) {
        if (phase.compareTo(Phase.FAREWELL) >= 0) {
            return false;
        }
        phase = Phase.FAREWELL;
        note(reason);
        deadlines.connecting().disarm();
        duplex.server.close(new CloseReason(CloseReason.Kind.ENDED_BY_PROXY, reason));
        duplex.up.discard();
        return true;
    }

    private void note(String reason) {
        if (endReason.isEmpty()) {
            endReason = reason;
        }
    }

    private void close(CloseReason.Kind kind) {
        if (phase.isEnding()) {
            return;
        }
        phase = Phase.CLOSING;
        deadlines.disarm();
        CloseReason reason = new CloseReason(kind, endReason);
        observation.opened(host::recorder, this::space, now());
        codecs.stop(now());
        duplex.close(reason);
        maybeOver();
    }

    private void maybeOver() {
        if (phase == Phase.OVER || berth.isLeaving() || duplex.hasSocket()) {
            return;
        }
        observation.ended(new SessionEnd(
                endReason,
                now(),
                duplex.up.received(),
                duplex.down.received(),
                duplex.up.discarded(),
                duplex.down.discarded(),
                observation.exchanges()));
        if (!observation.log().blocked()) {
            over();
            return;
        }
        phase = Phase.RECORDING;
        if (cutOff && berth.isOnLane()) { // nothing will run on this lane any more
            berth.vacate(this);
            host.homeless(this);
        }
    }

    private void over() {
        phase = Phase.OVER;
        observation.log().release();
        berth.vacate(this);
        host.ended(this);
    }

    // ---- codecs and recorders come and go

    /** On the strand, or by whom it belongs to: uses the codec that is there now, or waits for one. */
    public void codecChanged() {
        codecs.choose(now());
        goOn();
    }

    /** Off every lane nothing goes on; once it is on one, it does. */
    private void goOn() {
        if (berth.isOnLane()) {
            long now = now();
            duplex.proceed(now);
            settle(now);
        } else if (phase.isEnding()) {
            maybeOver();
        }
    }

    /** On the strand, or by whom it belongs to: a recorder goes. */
    public void recorderGone(String name) {
        observation.log().detach(name);
        recordersChanged();
    }

    /** On the strand, or by whom it belongs to: a recorder has come, or has room again. */
    public void recordersChanged() {
        long now = now();
        observation.log().attach(host::recorder, this::space, now);
        observation.log().drain(now);
        goOn();
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
        deadlines.leave();
        berth.leave(duplex, this, () -> {
            goOn();
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
        if (phase == Phase.NEW) {
            open();
        }
        try {
            duplex.adopt(l.strand());
        } catch (RuntimeException | Error e) {
            LOG.debug("session={} was not taken over", facts.session(), e);
            leave(() -> result.accept(false));
            return;
        }
        try {
            settleIn(l.strand());
        } catch (RuntimeException | Error e) {
            LOG.error("session={} failed when it was to go on", facts.session(), e);
            fail("it could not go on after a move: " + Reasons.of(e));
        }
        result.accept(true);
        berth.goesOn();
    }

    private void settleIn(Strand strand) {
        if (phase == Phase.NEW) {
            phase = Phase.CONNECTING;
            duplex.server.connect(strand, facts.server());
        }
        deadlines.enter(strand);
        codecs.choose(now());
        if (phase == Phase.CONNECTING && !deadlines.connecting().isArmed()) {
            deadlines.connecting().arm(strand, host.config().limits().connect().toNanos());
        }
        if (phase == Phase.FAREWELL && !deadlines.parting().isArmed()) {
            parting.begin();
        }
        duplex.client.takeLost().ifPresent(why -> lost(duplex.client, why));
        duplex.server.takeLost().ifPresent(why -> lost(duplex.server, why));
        recordersChanged();
    }

    /** Nanoseconds since it was taken off its lane; 0 where it was on none. */
    public long stoodStillNanos() {
        return berth.stoodStillNanos();
    }

    /** Off every lane: everything of it for a later generation of the core. It is not used any more. */
    public ParkedSession toKeeper() {
        Observation.Form observed = observation.park(now());
        return ParkedForm.write(new SessionForm(facts, phase, endReason, lastActive, duplex.park(), observed));
    }

    /**
     * A session of an earlier generation of the core, not on a lane yet.
     *
     * @throws IOException it is of a form this core does not know; it is the caller's as before
     */
    public static Session fromKeeper(SessionHost host, ParkedSession parked) throws IOException {
        try {
            SessionForm form = ParkedForm.read(parked);
            byte[] records = form.observed().records();
            Session s =
                    new Session(host, form.facts(), offsets -> SessionLog.fromBytes(records, form.facts(), offsets));
            s.resume(form);
            if (parked.client() == null && !form.phase().isEnding()) {
                s.recordersChanged();
                s.codecs.choose(s.now()); // it tells what was in flight
                s.cut("its sockets were closed while the proxy's core was away");
            }
            return s;
        } catch (UncheckedIOException e) {
            throw e.getCause();
        } catch (RuntimeException e) {
            throw new IOException("its form is damaged: " + Reasons.of(e), e);
        }
    }

    private void resume(SessionForm form) {
        phase = form.phase();
        endReason = form.endReason();
        lastActive = form.lastActive();
        observation.resume(form.observed());
        duplex.resume(form.duplex());
    }

    // ---- what is seen from outside

    @Override
    public long client() {
        return duplex.up.passed();
    }

    @Override
    public long server() {
        return duplex.down.passed();
    }

    public SessionFacts facts() {
        return facts;
    }

    /** When bytes last passed, in nanoseconds since the epoch. */
    public long lastActive() {
        return lastActive;
    }

    /** Nothing of it is left. */
    public boolean isOver() {
        return phase == Phase.OVER;
    }

    /** It has no socket, and waits for no transport: only its last records wait for their recorder. */
    public boolean isOnlyRecording() {
        return phase == Phase.RECORDING;
    }

    /** On its strand, or by whom it belongs to while it is off. */
    public SessionStatus status(String transport) {
        return Snapshot.of(facts, berth.isOnLane() ? phase : null, transport, now() - lastActive, duplex, observation);
    }

    /**
     * What its host counts of it.
     *
     * @param turnedAway it was only here to be told that it is not served
     * @param cutOff it ended because its strand closed under it
     * @param dropped records it has lost by the overload policy
     * @param untold records no recorder has been told of; of a session that is over, they are lost
     */
    public record Outcome(boolean turnedAway, boolean cutOff, long dropped, long untold) {}

    public Outcome outcome() {
        SessionLog log = observation.log();
        return new Outcome(turnedAway, cutOff, log.dropped(), log.untold());
    }
}
