package org.penstock.proxy.core.session;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.penstock.codec.api.Refusal;
import org.penstock.codec.api.SessionFacts;
import org.penstock.codec.api.Side;
import org.penstock.codec.api.Verdict;
import org.penstock.proxy.api.SessionStatus;
import org.penstock.proxy.core.config.ProxyConfig;
import org.penstock.proxy.core.record.SessionLog;
import org.penstock.proxy.core.record.StreamOffsets;
import org.penstock.proxy.keeper.Buffers;
import org.penstock.proxy.keeper.ParkedSession;
import org.penstock.recorder.api.SessionEnd;
import org.penstock.transport.api.CloseReason;
import org.penstock.transport.api.ParkedConnection;

/**
 * One proxied pair. It belongs to its lane's strand while it is on one, and to whoever took it off the lane in between;
 * ownership passes through {@code Strand.execute} or a concurrent queue, so that no field needs a lock.
 *
 * <pre>
 *   CONNECTING ─▶ OPEN ─▶ CLOSING ─▶ RECORDING ─▶ OVER
 *        └──────────┴──▶ FAREWELL ─▲
 * </pre>
 */
public final class Session implements StreamOffsets {
    private static final long FAREWELL_NANOS = TimeUnit.SECONDS.toNanos(2);

    /** Where a session stands. */
    enum Phase {
        /** The client is there, the server is being connected to. */
        CONNECTING,
        OPEN,
        /** The server is gone or never came: the client gets what is on its way, and the last words. */
        FAREWELL,
        /** Both sockets are being closed. */
        CLOSING,
        /** The sockets are gone; records wait for their recorder. */
        RECORDING,
        OVER
    }

    private final SessionHost host;
    private final SessionFacts facts;
    private final End client = new End(this, Side.CLIENT);
    private final End server = new End(this, Side.SERVER);
    private final Flow up = new Flow(this, client, server);
    private final Flow down = new Flow(this, server, client);
    private final Observation observation;
    private final Deadline connecting = new Deadline(this::connectTimedOut);
    private final Deadline holding = new Deadline(this::heldTooLong);
    private final Deadline parting = new Deadline(() -> close(CloseReason.Kind.ENDED_BY_PROXY));
    private Lane lane; // null while off every lane
    private volatile Lane reachableAt; // the same, for those who are not on the strand
    private Phase phase = Phase.CONNECTING;
    private String endReason = "";
    private boolean leaving; // to end between two exchanges
    private boolean cutOff; // its strand closed under it
    private long lastActive;
    private long stoodStillSince;

    /** A new session of an accepted connection, not on a lane yet. */
    public Session(SessionHost host, SessionFacts facts, ParkedConnection accepted) {
        this(host, facts, offsets -> SessionLog.create(facts, host.config().recording(), offsets));
        client.hold(accepted);
    }

    Session(SessionHost host, SessionFacts facts, Function<StreamOffsets, SessionLog> log) {
        this.host = host;
        this.facts = facts;
        this.lastActive = facts.openedNanos();
        this.observation = new Observation(facts, log.apply(this), this);
        up.face(down);
        down.face(up);
        client.join(up, down);
        server.join(down, up);
    }

    // ---- beginning

    /** On the strand, for a new session: it begins to serve. */
    public void begin(Lane l) {
        enter(l);
        if (!adopt(client)) {
            return;
        }
        open();
        server.connect(l.strand(), facts.server());
        connecting.arm(l.strand(), host.config().limits().connect().toNanos());
        settle(now());
    }

    /** On the strand, for a new session that cannot be served: it is told why, and ended. */
    public void turnAway(Lane l, Refusal why, String reason) {
        enter(l);
        if (adopt(client)) {
            open();
            farewell(observation.refusal(why), reason);
            settle(now());
        }
    }

    private void open() {
        long now = now();
        observation.opened(host::recorder, this::space, now);
        useCodec(now);
    }

    private boolean adopt(End end) {
        try {
            end.adopt(lane.strand());
            return true;
        } catch (RuntimeException e) {
            note("the transport did not take the connection: " + e.getMessage());
            close(CloseReason.Kind.FAILED);
            return false;
        }
    }

    void opened(End end) {
        if (end == server && phase == Phase.CONNECTING) {
            connecting.disarm();
            host.serverReached(true, "");
            phase = Phase.OPEN;
        }
        if (end == server) {
            up.flush();
        } else {
            down.flush();
        }
    }

    private void connectTimedOut() {
        String reason = "server " + facts.server() + " did not accept within "
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
        return phase == Phase.OPEN || phase == Phase.CONNECTING;
    }

    boolean holds() {
        return observation.understanding().holds();
    }

    boolean understands() {
        return observation.understanding().understands();
    }

    boolean awaitsRecorder() {
        return observation.log().blocked();
    }

    int highWater() {
        return host.config().tuning().highWater();
    }

    int lowWater() {
        return host.config().tuning().lowWater();
    }

    ByteBuffer take(int preferredBytes) {
        return lane.buffers().take(preferredBytes);
    }

    void release(ByteBuffer b) {
        if (lane == null) {
            host.buffers().give(b);
        } else {
            lane.buffers().release(b);
        }
    }

    /** A large buffer with little left in it is exchanged for a small one: it may have to be kept for long. */
    ByteBuffer shrink(ByteBuffer b) {
        if (b.capacity() <= Buffers.SMALL || b.remaining() > Buffers.SMALL) {
            return b;
        }
        ByteBuffer smaller = take(b.remaining());
        if (smaller == null) {
            return b;
        }
        smaller.put(b).flip();
        release(b);
        return smaller;
    }

    Verdict decode(Side from, ByteBuffer b, long now) {
        Verdict verdict = observation.decode(from, b, now);
        if (holds()) {
            useCodec(now); // the old codec could save its state at last
        }
        return verdict;
    }

    void inputEnded(Side from, long now) {
        observation.inputEnded(from, now);
    }

    void record(Side from, long offset, ByteBuffer b, boolean understood, long now) {
        observation.record(from, offset, b, understood, now);
    }

    void goOpaque(String reason, long now) {
        observation.goOpaque(reason, now);
        holding.disarm();
    }

    /** After anything has happened: what follows from it. */
    void settle(long now) {
        if (phase.compareTo(Phase.CLOSING) >= 0) {
            maybeOver();
            return;
        }
        if (observation.log().failed()) {
            note("a recorder took nothing, and record.overload = fail");
            close(CloseReason.Kind.ENDED_BY_PROXY);
            return;
        }
        up.finishIfEnded(now);
        down.finishIfEnded(now);
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
        return down.isShut() && (phase == Phase.FAREWELL ? up.isEnded() : up.isShut());
    }

    private void updateReading() {
        boolean passing = phase == Phase.OPEN && !holds() && !awaitsRecorder();
        client.read(phase == Phase.FAREWELL || passing && up.wantsInput());
        server.read(passing && down.wantsInput());
    }

    // ---- ending

    /** A socket is gone. */
    void lost(End end, CloseReason reason) {
        long now = now();
        cutOff |= reason.kind() == CloseReason.Kind.STRAND_CLOSED;
        if (phase == Phase.CONNECTING && end == server) {
            connecting.disarm();
            String line = "server " + facts.server() + " cannot be reached: " + reason.text();
            host.serverReached(false, line);
            farewell(observation.refusal(Refusal.SERVER_UNREACHABLE), line);
        } else if (phase == Phase.OPEN && end == server && !client.isClosed()) {
            farewell(Optional.empty(), "server: " + reason.text());
        } else if (phase.compareTo(Phase.CLOSING) < 0 && (end == client || phase != Phase.FAREWELL)) {
            note((end == client ? "client: " : "server: ") + reason.text());
            close(CloseReason.Kind.DONE);
        }
        settle(now);
    }

    void refuse(Verdict.Refuse refuse) {
        farewell(Optional.of(refuse.answer().duplicate()), "refused: " + refuse.reason());
    }

    /** Ends between two exchanges, with a word the protocol has for it. */
    public void leaveWhenQuiet() {
        leaving = true;
        settle(now());
    }

    private void leaveIfQuiet() {
        boolean quiet = phase == Phase.CONNECTING
                || observation.understanding().betweenExchanges() && up.isEmpty() && down.isEmpty();
        if (quiet && phase != Phase.FAREWELL) {
            farewell(observation.refusal(Refusal.SHUTTING_DOWN), "the proxy shuts down");
        }
    }

    /** Ends now, whatever is under way. */
    public void cut(String reason) {
        note(reason);
        close(CloseReason.Kind.ENDED_BY_PROXY);
    }

    /** Ends where no byte has passed for long. */
    public void endIfIdle(long idleNanos) {
        if (phase == Phase.OPEN && now() - lastActive > idleNanos) {
            farewell(Optional.empty(), "idle for longer than " + TimeUnit.NANOSECONDS.toMillis(idleNanos) + " ms");
            settle(now());
        }
    }

    /** The server is done with; the client still gets what is on its way to it, and these words. */
    private void farewell(Optional<ByteBuffer> words, String reason) {
        if (phase.compareTo(Phase.FAREWELL) >= 0) {
            return;
        }
        phase = Phase.FAREWELL;
        note(reason);
        connecting.disarm();
        server.close(new CloseReason(CloseReason.Kind.ENDED_BY_PROXY, reason));
        up.discard();
        down.discardUndecoded();
        down.cutInput();
        words.ifPresent(down::say);
        parting.arm(lane.strand(), FAREWELL_NANOS);
    }

    private void note(String reason) {
        if (endReason.isEmpty()) {
            endReason = reason;
        }
    }

    private void close(CloseReason.Kind kind) {
        if (phase.compareTo(Phase.CLOSING) >= 0) {
            return;
        }
        phase = Phase.CLOSING;
        connecting.disarm();
        holding.disarm();
        parting.disarm();
        CloseReason reason = new CloseReason(kind, endReason);
        observation.stop(now());
        up.discard();
        down.discard();
        client.close(reason);
        server.close(reason);
        maybeOver();
    }

    private void maybeOver() {
        if (phase == Phase.OVER || client.hasSocket() || server.hasSocket()) {
            return;
        }
        observation.ended(new SessionEnd(endReason, now(), up.received(), down.received(), observation.exchanges()));
        if (awaitsRecorder()) {
            phase = Phase.RECORDING;
            return;
        }
        phase = Phase.OVER;
        observation.log().release();
        if (lane != null) {
            lane.remove(this);
        }
        host.ended(this);
    }

    // ---- codecs and recorders come and go

    /** On the strand: uses the codec that is there now, or waits for one. */
    public void codecChanged() {
        long now = now();
        useCodec(now);
        up.proceed(now);
        down.proceed(now);
        settle(now);
    }

    private void useCodec(long now) {
        if (phase.compareTo(Phase.CLOSING) >= 0) {
            return;
        }
        if (facts.protocol().equals(ProxyConfig.NO_PROTOCOL)) {
            observation.understandNothing();
            return;
        }
        observation.useCodec(host.codec(facts.protocol()), now);
        if (!holds()) {
            holding.disarm();
        } else if (!holding.isArmed() && lane != null) {
            holding.arm(lane.strand(), host.config().limits().hold().toNanos());
        }
    }

    private void heldTooLong() {
        long now = now();
        goOpaque("no codec for " + host.config().limits().hold().toMillis() + " ms", now);
        up.proceed(now);
        down.proceed(now);
        settle(now);
    }

    /** On the strand: a recorder goes. */
    public void recorderGone(String name) {
        observation.log().detach(name);
        recordersChanged();
    }

    /** On the strand: a recorder has come, or has room again. */
    public void recordersChanged() {
        long now = now();
        observation.log().attach(host::recorder, this::space, now);
        observation.log().drain(now);
        if (!awaitsRecorder()) {
            up.proceed(now);
            down.proceed(now);
        }
        settle(now);
    }

    /** From any thread: a recorder has room. Where the session is between two lanes it asks anew when it arrives. */
    private void space() {
        Lane l = reachableAt;
        if (l == null) {
            return;
        }
        try {
            l.execute(() -> {
                if (lane == l) {
                    recordersChanged();
                }
            });
        } catch (RejectedExecutionException e) {
            // The lane has closed; the session is on its way to another one.
        }
    }

    // ---- moving

    private void enter(Lane l) {
        lane = l;
        l.add(this);
        reachableAt = l;
    }

    /** On the strand: takes the session off its lane; then, when no thread of the transport knows it any more, {@code done}. */
    void leave(Runnable done) {
        stoodStillSince = stoodStillSince == 0 ? System.nanoTime() : stoodStillSince;
        connecting.leave();
        holding.leave();
        parting.leave();
        reachableAt = null;
        client.detach(() -> server.detach(() -> {
            lane = null;
            done.run();
        }));
    }

    /**
     * On the strand of a lane: goes on there.
     *
     * @param result told true, or false where the transport would not take it: then it is off every lane, as before
     */
    public void arrive(Lane l, Consumer<Boolean> result) {
        enter(l);
        try {
            adoptAll(l);
        } catch (RuntimeException e) {
            l.remove(this);
            leave(() -> result.accept(false));
            return;
        }
        connecting.enter(l.strand());
        holding.enter(l.strand());
        parting.enter(l.strand());
        client.takeLost().ifPresent(why -> lost(client, why));
        server.takeLost().ifPresent(why -> lost(server, why));
        codecChanged();
        recordersChanged();
        result.accept(true);
        stoodStillSince = 0;
    }

    private void adoptAll(Lane l) {
        if (client.parked() != null && client.parked().lost().isEmpty()) {
            client.adopt(l.strand());
        }
        if (server.parked() != null && server.parked().lost().isEmpty()) {
            server.adopt(l.strand());
        }
    }

    /** Nanoseconds since it was taken off its lane. */
    public long stoodStillNanos() {
        return System.nanoTime() - stoodStillSince;
    }

    /** Off every lane: it waited too long for a transport, or must end without one. */
    public void endOffLane(String reason) {
        note(reason);
        close(CloseReason.Kind.ENDED_BY_PROXY);
    }

    /** Off every lane: everything of it for a later generation of the core. It is not used any more. */
    public ParkedSession toKeeper() {
        Optional<ByteBuffer> checkpoint = observation.understanding().park(now());
        Understanding.State state = observation.understanding().state();
        observation.log().release();
        return ParkedForm.write(new SessionForm(
                facts,
                phase,
                endReason,
                lastActive,
                client.parked(),
                server.parked(),
                up.park(),
                down.park(),
                observation.exchanges(),
                observation.endRecorded(),
                state == Understanding.State.OPAQUE,
                observation.understanding().opaqueReason(),
                checkpoint,
                observation.log().toBytes()));
    }

    /**
     * A session of an earlier generation of the core, not on a lane yet.
     *
     * @throws IOException it is of a form this core does not know; it is the caller's as before
     */
    public static Session fromKeeper(SessionHost host, ParkedSession parked) throws IOException {
        SessionForm form = ParkedForm.read(parked);
        try {
            Session s = new Session(
                    host, form.facts(), offsets -> SessionLog.fromBytes(form.records(), form.facts(), offsets));
            s.resume(form);
            return s;
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private void resume(SessionForm form) {
        phase = form.phase();
        endReason = form.endReason();
        lastActive = form.lastActive();
        observation.resume(form);
        up.resume(form.up());
        down.resume(form.down());
        client.resume(form.client());
        server.resume(form.server());
    }

    // ---- what is seen from outside

    @Override
    public long client() {
        return up.passed();
    }

    @Override
    public long server() {
        return down.passed();
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

    /** On its strand, or by whom it belongs to while it is off. */
    public SessionStatus status(String transport) {
        return new SessionStatus(
                facts.proxy(),
                facts.session(),
                Addresses.text(facts.client()),
                Addresses.text(facts.server()),
                state(),
                transport,
                facts.openedNanos(),
                now() - lastActive,
                up.received(),
                down.received(),
                observation.exchanges(),
                observation.understanding().opaqueReason(),
                waitsFor());
    }

    private SessionStatus.State state() {
        if (lane == null) {
            return SessionStatus.State.PARKED;
        }
        return switch (phase) {
            case CONNECTING -> SessionStatus.State.CONNECTING;
            case OPEN -> up.isEnded() || down.isEnded() ? SessionStatus.State.HALF_CLOSED : SessionStatus.State.OPEN;
            default -> SessionStatus.State.CLOSING;
        };
    }

    private String waitsFor() {
        if (awaitsRecorder()) {
            return "recorder";
        }
        if (holds()) {
            return "codec";
        }
        return up.waitsFor().isEmpty() ? down.waitsFor() : up.waitsFor();
    }

    /** It ended because its strand closed under it. */
    public boolean wasCutOff() {
        return cutOff;
    }

    /** Records it has lost by the overload policy. */
    public long dropped() {
        return observation.log().dropped();
    }

    /** Records no recorder has been told of; of a session that is over, they are lost. */
    public long untold() {
        return observation.log().untold();
    }
}
