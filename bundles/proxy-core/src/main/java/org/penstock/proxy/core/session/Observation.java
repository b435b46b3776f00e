package org.penstock.proxy.core.session;

import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.function.Function;
import org.penstock.codec.api.Exchange;
import org.penstock.codec.api.ExchangeSink;
import org.penstock.codec.api.ProtocolCodec;
import org.penstock.codec.api.Refusal;
import org.penstock.codec.api.SessionFacts;
import org.penstock.codec.api.Side;
import org.penstock.codec.api.Verdict;
import org.penstock.proxy.core.record.SessionLog;
import org.penstock.proxy.core.record.StreamOffsets;
import org.penstock.recorder.api.Gap;
import org.penstock.recorder.api.Recorder;
import org.penstock.recorder.api.SessionEnd;

/** What is understood of a session, and recorded of it. On the strand. */
final class Observation implements ExchangeSink {
    /**
     * As a value, while its session is parked with the keeper.
     *
     * @param checkpoint the codec's state; empty where no byte was seen yet, or understanding has ended
     * @param inFlight an exchange was, at that checkpoint
     * @param records the session's log, in its own form
     */
    record Form(
            long exchanges,
            boolean openRecorded,
            boolean endRecorded,
            boolean opaque,
            String opaqueReason,
            Optional<ByteBuffer> checkpoint,
            boolean inFlight,
            byte[] records) {}

    private final StreamOffsets passed;
    private final Function<String, Recorder> present;
    private final Runnable onSpace;
    private final Understanding understanding;
    private final SessionLog log;
    private final Secrets secrets = new Secrets();
    private ByteBuffer decoded; // last; the secrets are in it
    private long exchanges;
    private long now; // of the event being worked on
    private boolean opaqueRecorded;
    private boolean openRecorded;
    private boolean endRecorded;

    /**
     * @param host knows which recorders there are
     * @param onSpace a recorder has room again; any thread may call it
     */
    Observation(SessionFacts facts, SessionLog log, StreamOffsets passed, SessionHost host, Runnable onSpace) {
        this.passed = passed;
        this.log = log;
        this.present = host::recorder;
        this.onSpace = onSpace;
        this.understanding = new Understanding(facts, this, host.complaints());
    }

    Understanding understanding() {
        return understanding;
    }

    SessionLog log() {
        return log;
    }

    long exchanges() {
        return exchanges;
    }

    /** Bytes wait for a codec. */
    boolean holds() {
        return understanding.holds();
    }

    boolean understands() {
        return understanding.understands();
    }

    /** No record waits, and none was refused that the session must not go on without. */
    boolean mayPass() {
        return !log.blocked() && !log.failed();
    }

    Verdict decode(Side from, ByteBuffer b, long nowNanos) {
        now = nowNanos;
        secrets.clear();
        decoded = b;
        return understanding.decode(from, b, nowNanos);
    }

    /** At the end of a direction: the decoder may tell what it had still open. */
    void inputEnded(Side from, long nowNanos) {
        now = nowNanos;
        secrets.clear();
        understanding.inputEnded(from, nowNanos);
        noteOpaque(nowNanos);
    }

    /** Bytes from position to limit; what is secret of them is known where they were decoded last. */
    @SuppressWarnings("ReferenceEquality") // not another buffer with the same content
    void record(Side from, long offset, ByteBuffer b, boolean understood, long nowNanos) {
        if (log.wantsChunks(understood)) {
            boolean asTheyAre = secrets.isEmpty() || b != decoded;
            log.chunk(nowNanos, from, offset, asTheyAre ? b : secrets.maskedCopy(b));
        }
    }

    @Override
    public void exchange(Exchange e) {
        exchanges++;
        log.exchange(e, now);
    }

    @Override
    public void secret(int from, int to) {
        secrets.add(from, to);
    }

    /** Another codec, or none, is to be used from here on. {@link #noteOpaque} is the caller's to call. */
    void useCodec(ProtocolCodec codec, long nowNanos) {
        now = nowNanos;
        understanding.switchTo(codec, nowNanos);
    }

    /** The proxy is configured to understand nothing: so it is, and no gap. */
    void understandNothing() {
        if (!opaqueRecorded) {
            opaqueRecorded = true;
            understanding.resumeOpaque("");
        }
    }

    /** Gives up understanding. {@link #noteOpaque} is the caller's to call. */
    void understandNoMore(String reason, long nowNanos) {
        now = nowNanos;
        understanding.becomeOpaque(reason, nowNanos);
    }

    /** Once, when all bytes that were understood have been recorded: says in the record that from here on none are. */
    void noteOpaque(long nowNanos) {
        if (!opaqueRecorded && understanding.state() == Understanding.State.OPAQUE) {
            opaqueRecorded = true;
            log.gap(new Gap(
                    Gap.Kind.OPAQUE,
                    understanding.opaqueReason(),
                    nowNanos,
                    0,
                    0,
                    0,
                    0,
                    passed.client(),
                    passed.server()));
        }
    }

    Optional<ByteBuffer> refusal(Refusal why) {
        return understanding.refusal(why);
    }

    /** The session has begun: its first record; once. */
    void opened(long nowNanos) {
        if (!openRecorded) {
            openRecorded = true;
            log.attach(present, onSpace, nowNanos);
            log.opened(nowNanos);
        }
    }

    /** A recorder has come, gone, or has room again. */
    void recordersChanged(long nowNanos) {
        log.attach(present, onSpace, nowNanos);
        log.drain(nowNanos);
    }

    /** No byte will pass any more: exchanges in flight are told, as aborted. */
    void stop(long nowNanos) {
        now = nowNanos;
        understanding.end(nowNanos);
        noteOpaque(nowNanos);
    }

    /** The session's last record; once. */
    void ended(SessionEnd end) {
        if (!endRecorded) {
            endRecorded = true;
            log.closed(end);
        }
    }

    /** Lets go of codec and recorders; what a later generation of the core needs to go on. */
    Form park(long nowNanos) {
        now = nowNanos;
        Optional<ByteBuffer> checkpoint = understanding.park(nowNanos);
        noteOpaque(nowNanos);
        log.release();
        return new Form(
                exchanges,
                openRecorded,
                endRecorded,
                understanding.state() == Understanding.State.OPAQUE,
                understanding.opaqueReason(),
                checkpoint,
                understanding.inFlight(),
                log.toBytes());
    }

    /** As it was in an earlier generation of the core; its log is there already. */
    void resume(Form form) {
        exchanges = form.exchanges();
        openRecorded = form.openRecorded();
        endRecorded = form.endRecorded();
        opaqueRecorded = form.opaque();
        if (form.opaque()) {
            understanding.resumeOpaque(form.opaqueReason());
        } else {
            form.checkpoint().ifPresent(c -> understanding.resume(c, form.inFlight()));
        }
    }
}
