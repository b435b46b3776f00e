package org.penstock.proxy.core.session;

import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.penstock.codec.api.Refusal;
import org.penstock.codec.api.Side;
import org.penstock.codec.api.Verdict;
import org.penstock.proxy.core.record.Complaints;
import org.penstock.recorder.api.SessionEnd;
import org.penstock.transport.api.CloseReason;
import org.penstock.transport.api.Strand;

/**
 * The phases of a session: where it stands, and what follows from what happens to it, until nothing of it is left. To
 * whom the session belongs.
 */
final class Life {
    private final Session session;
    private final SessionHost host;
    private final Observation observation;
    private final Berth berth;
    private final CodecChoice codecs;
    private final Duplex duplex;
    private final Parting parting;
    private final Leaving leaving;
    private final Deadlines deadlines;
    private Phase phase = Phase.NEW;
    private String endReason = "";
    private boolean cutOff; // its strand closed under it
    private long lastActive;
    private long recordingSince; // of RECORDING, in this generation of the core

    Life(Session session, SessionHost host, Observation observation, Berth berth) {
        this.session = session;
        this.host = host;
        this.observation = observation;
        this.berth = berth;
        this.lastActive = session.facts().openedNanos();
        this.codecs = new CodecChoice(host, session.facts(), observation, berth, this::goOn);
        this.duplex = new Duplex(this, berth.buffers(), observation, codecs);
        this.parting = new Parting(duplex, berth, () -> close(CloseReason.Kind.ENDED_BY_PROXY));
        this.leaving = new Leaving(this, duplex, observation, codecs, berth);
        this.deadlines = new Deadlines(
                new Deadline(this::connectTimedOut), codecs.holding(), parting.deadline(), leaving.deadline());
    }

    Phase phase() {
        return phase;
    }

    String endReason() {
        return endReason;
    }

    boolean cutOff() {
        return cutOff;
    }

    /** It ended, as it was asked to, with a request of its client that was not passed on. */
    boolean leftUnserved() {
        return leaving.leftUnserved();
    }

    long lastActive() {
        return lastActive;
    }

    Duplex duplex() {
        return duplex;
    }

    Deadlines deadlines() {
        return deadlines;
    }

    /** As it was in an earlier generation of the core. */
    void resume(SessionForm form) {
        phase = form.phase();
        endReason = form.endReason();
        lastActive = form.lastActive();
        recordingSince = now();
        duplex.resume(form.duplex());
        boolean needsServer = phase == Phase.CONNECTING || phase == Phase.OPEN;
        if (needsServer && form.duplex().server() == null) {
            duplex.server.loseOnTheWay(new CloseReason(CloseReason.Kind.FAILED, Session.LOST_ON_THE_WAY));
        }
        if (phase == Phase.FAREWELL && !duplex.down.isEnded()) {
            leaving.goOnListening();
        }
    }

    // ---- beginning, and going on in another place

    void open() {
        long now = now();
        observation.opened(now);
        codecs.choose(now);
    }

    /** It is on a lane, and its sockets on the lane's transport. */
    void settleIn(Strand strand) {
        if (phase == Phase.NEW) {
            phase = Phase.CONNECTING;
            duplex.server.connect(strand, session.facts().server());
        }
        deadlines.enter(strand);
        codecs.choose(now());
        if (phase == Phase.CONNECTING && !deadlines.connecting().isArmed()) {
            deadlines.connecting().arm(strand, host.config().limits().connect().toNanos());
        }
        leaving.arm();
        if (phase == Phase.FAREWELL
                && !leaving.listens()
                && !deadlines.parting().isArmed()) {
            parting.begin();
        }
        duplex.client.takeLost().ifPresent(why -> lost(duplex.client, why));
        duplex.server.takeLost().ifPresent(why -> lost(duplex.server, why));
    }

    void opened(End end) {
        if (end == duplex.server && phase == Phase.CONNECTING) {
            deadlines.connecting().disarm();
            host.serverReached();
            phase = Phase.OPEN;
        }
        (end == duplex.server ? duplex.up : duplex.down).flush();
    }

    private void connectTimedOut() {
        String reason = "server " + Addresses.text(session.facts().server()) + " did not accept within "
                + host.config().limits().connect().toMillis() + " ms";
        host.serverFailed(reason);
        farewell(observation.refusal(Refusal.SERVER_TIMED_OUT), reason);
        settle(now());
    }

    /** Uses the codec that is there now, or waits for one. */
    void codecChanged() {
        codecs.choose(now());
        goOn();
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

    /** Bytes that are read go on; else they are only {@linkplain #stray told}. */
    boolean passesOn() {
        return phase == Phase.OPEN;
    }

    /** Bytes that go no further. */
    void stray(Side from, ByteBuffer b, long now) {
        if (from == Side.CLIENT && phase == Phase.FAREWELL) {
            leaving.hear(b, now);
            settle(now);
        }
    }

    Complaints complaints() {
        return host.complaints();
    }

    int highWater() {
        return host.config().tuning().highWater();
    }

    int lowWater() {
        return host.config().tuning().lowWater();
    }

    /** What held the session back may be over. Off every lane nothing goes on; once it is on one, it does. */
    void goOn() {
        if (berth.isOnLane()) {
            long now = now();
            duplex.proceed(now);
            settle(now);
        } else if (phase.isEnding()) {
            maybeOver();
        }
    }

    /** In a turn of its own, so that others have theirs. Where it is on no lane by then, it goes on once it is on one. */
    void goOnLater() {
        berth.execute(this::goOn);
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
        if (finish(now) || leaving.settle() && finish(now)) {
            return;
        }
        updateReading();
    }

    private boolean finish(long now) {
        duplex.finishIfEnded(now);
        if (!isDone()) {
            return false;
        }
        note("both ends are done");
        close(CloseReason.Kind.DONE);
        return true;
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
            String line = "server " + Addresses.text(session.facts().server()) + " cannot be reached: " + reason.text();
            host.serverFailed(line);
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
    void leaveWhenQuiet() {
        leaving.ask();
        if (berth.isOnLane()) {
            settle(now());
        }
    }

    /**
     * Ends now, whatever is under way, with a word to the client where the protocol has one at this point; false: nothing
     * was, or it was ending already.
     */
    boolean leaveNow() {
        if (!berth.isOnLane() || phase.isEnding()) {
            return cut(Session.SHUTS_DOWN); // there is no way to tell its client
        }
        boolean busy = phase.compareTo(Phase.FAREWELL) < 0 && !isQuiet();
        leaving.hurry();
        settle(now());
        return busy;
    }

    /** Off every lane: what the client may be told before it is closed, as long as nothing happens to it; empty: nothing. */
    Optional<ByteBuffer> lastWords() {
        boolean untold = phase.compareTo(Phase.FAREWELL) < 0 || leaving.listens();
        return untold && duplex.isStill() ? observation.refusal(Refusal.SHUTTING_DOWN) : Optional.empty();
    }

    /** No exchange is in flight, and the server has all that was sent to it, or has not been reached yet. */
    boolean isQuiet() {
        return phase == Phase.CONNECTING
                || observation.understanding().betweenExchanges() && duplex.isEmpty() && duplex.server.isFlushed();
    }

    /** On the strand: ends where no byte has passed for that long. */
    void endIfIdle(long idleNanos) {
        if (phase == Phase.OPEN && now() - lastActive > idleNanos) {
            farewell(Optional.empty(), "idle for longer than " + TimeUnit.NANOSECONDS.toMillis(idleNanos) + " ms");
            settle(now());
        }
    }

    /** Ends now, whatever is under way; false: it was ending already. */
    boolean cut(String reason) {
        boolean busy = phase.compareTo(Phase.FAREWELL) < 0;
        note(reason);
        close(CloseReason.Kind.ENDED_BY_PROXY);
        return busy;
    }

    /** Something of it is broken. */
    void fail(String reason) {
        note(reason);
        close(CloseReason.Kind.FAILED);
    }

    /** The server is done with; the client still gets what is on its way to it, and these words. On a lane. */
    void farewell(Optional<ByteBuffer> words, String reason) {
        if (leaveServer(reason)) {
            part(words);
        }
    }

    /** The server has been left, and nothing more is to be said but these words. */
    void part(Optional<ByteBuffer> words) {
        duplex.down.cut();
        words.ifPresent(duplex.down::say);
        parting.begin();
    }

    /** The server is gone; the client still gets all that came from it, as if it had ended in order. On a lane. */
    private void outlive(String reason) {
        if (leaveServer(reason)) {
            duplex.down.end();
            parting.begin();
        }
    }

    /** The server is done with; false: it was before. On a lane. */
    boolean leaveServer(String reason) {
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
        observation.opened(now());
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
        if (observation.log().blocked()) {
            recordingSince = phase == Phase.RECORDING ? recordingSince : now();
            phase = Phase.RECORDING;
        } else {
            over();
        }
    }

    /** Its last records have waited long enough for recorders that are neither configured nor in service any more. */
    void giveUpForgottenRecords() {
        if (phase == Phase.RECORDING
                && now() - recordingSince > host.config().limits().park().toNanos()
                && observation.log().awaited().stream().noneMatch(this::isExpected)) {
            over();
        }
    }

    private boolean isExpected(String recorder) {
        return host.config().recording().recorders().contains(recorder) || host.recorder(recorder) != null;
    }

    /** Nobody will take its last records any more. */
    void giveUpRecords() {
        if (phase == Phase.RECORDING) {
            over();
        }
    }

    private void over() {
        phase = Phase.OVER;
        observation.log().release();
        berth.vacate(session);
        host.ended(session);
    }
}
