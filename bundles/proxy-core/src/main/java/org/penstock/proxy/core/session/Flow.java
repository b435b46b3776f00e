package org.penstock.proxy.core.session;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.penstock.codec.api.Side;
import org.penstock.codec.api.Verdict;

/**
 * One direction of a session. Bytes are read, looked at, recorded and written, in one go as a rule; where they cannot go
 * on, they wait at one of three places, and the end they come from is read no more:
 *
 * <pre>
 *   read ─▶ [undecoded: no codec, or more must be seen, or it is for a later turn] ─▶ [unrecorded: no recorder's room] ─▶ [unwritten: socket full]
 * </pre>
 */
final class Flow {
    /** How far the end of this direction has come. */
    enum Input {
        OPEN,
        /** Nothing more will be read; the decoder has not been told, because not all bytes could be shown to it. */
        ENDED,
        /** The decoder has been told, too. */
        TOLD,
        /** The proxy reads no more, the decoder is not told. */
        CUT
    }

    private final Life life;
    private final SessionBuffers buffers;
    private final Observation observation;
    private final CodecChoice codecs;
    private final End from;
    private final End to;
    private final Deque<ByteBuffer> unrecorded = new ArrayDeque<>(1); // several where a lost socket had been read ahead
    private final Deque<ByteBuffer> unwritten = new ArrayDeque<>(2);
    private final Deque<ByteBuffer> words = new ArrayDeque<>(0); // the proxy's own, behind what is unrecorded
    private Flow opposite;
    private ByteBuffer undecoded;
    private int unwrittenBytes;
    private long received; // bytes
    private long passed; // bytes looked at and given to the recorders
    private Input input = Input.OPEN;
    private boolean congested; // between high and low water
    private boolean yielded; // the decoder goes on with what is undecoded in a later turn
    private boolean shut; // the other end has been told that nothing more comes

    Flow(Life life, SessionBuffers buffers, Observation observation, CodecChoice codecs, End from, End to) {
        this.life = life;
        this.buffers = buffers;
        this.observation = observation;
        this.codecs = codecs;
        this.from = from;
        this.to = to;
    }

    void face(Flow other) {
        opposite = other;
    }

    long received() {
        return received;
    }

    long passed() {
        return passed;
    }

    /** Of a session that is ending: what was received, and neither passed on nor recorded. They came last. */
    long discarded() {
        return received - passed;
    }

    /** Bytes the other end's socket has not taken yet. */
    int unwrittenBytes() {
        return unwrittenBytes;
    }

    /** Bytes the other end has still to get. */
    int leftBytes() {
        return unwrittenBytes
                + unrecorded.stream().mapToInt(ByteBuffer::remaining).sum()
                + remaining(undecoded);
    }

    private static int remaining(ByteBuffer b) {
        return b == null ? 0 : b.remaining();
    }

    boolean isEnded() {
        return input != Input.OPEN;
    }

    boolean isShut() {
        return shut;
    }

    /** Nothing is on its way. */
    boolean isEmpty() {
        return undecoded == null && unrecorded.isEmpty() && unwritten.isEmpty() && words.isEmpty();
    }

    /** What keeps it from reading, for the operator; empty: nothing. */
    String waitsFor() {
        if (!unrecorded.isEmpty()) {
            return "recorder";
        }
        return congested ? (to.side() == Side.CLIENT ? "client" : "server") : "";
    }

    /** It would take more bytes now. */
    boolean wantsInput() {
        return input == Input.OPEN && !congested && !yielded && unrecorded.isEmpty();
    }

    /** Bytes from the transport. */
    void received(ByteBuffer b) {
        received += b.remaining();
        long now = life.touch();
        if (!life.passesOn()) {
            life.stray(from.side(), b, now);
            buffers.release(b);
            return;
        }
        if (undecoded == null) {
            look(b, now);
        } else {
            join(b, now);
        }
        opposite.proceed(now);
        life.settle(now);
    }

    /** Bytes that came after those held are looked at together with them. */
    private void join(ByteBuffer b, long now) {
        ByteBuffer held = undecoded;
        ByteBuffer all = buffers.joined(held, b);
        if (all != null) {
            undecoded = null;
            look(all, now);
            return;
        }
        codecs.goOpaque("no room to hold " + (held.remaining() + b.remaining()) + " bytes", now);
        undecoded = b; // its turn comes once those before it may go on
        record(held, held.position(), held.limit(), false, now);
        pass(held);
        proceed(now);
    }

    /** Looks at bytes that were not looked at, or not to the end. */
    private void look(ByteBuffer b, long now) {
        yielded = false;
        if (observation.holds()) {
            undecoded = buffers.shrink(b);
            return;
        }
        int start = b.position();
        boolean understood = observation.understands();
        Verdict verdict = codecs.decode(from.side(), b, now);
        int end = b.position();
        if (verdict instanceof Verdict.Opaque) {
            lookNoMore(b, start, end, now);
        } else if (verdict instanceof Verdict.Refuse refuse) {
            record(b, start, end, understood, now);
            b.position(start).limit(end);
            pass(b);
            life.refuse(refuse);
        } else if (end == b.limit()) {
            record(b, start, end, understood, now);
            observation.noteOpaque(now); // the old codec has left within these bytes, and the new one would not go on
            b.position(start);
            pass(b);
        } else if (end == start) {
            undecoded = buffers.shrink(b);
        } else {
            split(b, start, end, now);
            if (verdict instanceof Verdict.Yield && undecoded != null) {
                yielded = true;
                life.goOnLater();
            }
        }
    }

    /** Bytes up to {@code end} were understood, those from there on are not. */
    private void lookNoMore(ByteBuffer b, int start, int end, long now) {
        record(b, start, end, true, now);
        observation.noteOpaque(now);
        record(b, end, b.limit(), false, now);
        b.position(start);
        pass(b);
    }

    /** Bytes up to {@code end} go on; those from there on are shown to the decoder again. */
    private void split(ByteBuffer b, int start, int end, long now) {
        ByteBuffer rest = buffers.copy(b.position(end));
        if (rest == null) {
            codecs.understandNoMore("no memory to hold " + b.remaining() + " bytes", now);
            lookNoMore(b, start, end, now);
            return;
        }
        record(b, start, end, true, now);
        observation.noteOpaque(now);
        b.position(start).limit(end);
        pass(b);
        undecoded = rest;
    }

    private void record(ByteBuffer b, int start, int end, boolean understood, long now) {
        if (start < end) {
            int limit = b.limit();
            b.position(start).limit(end);
            observation.record(from.side(), passed, b, understood, now);
            b.limit(limit);
        }
        passed += end - start;
    }

    /** Bytes that have been offered to the recorders: they go on once none of those waits. */
    private void pass(ByteBuffer b) {
        if (unrecorded.isEmpty() && observation.mayPass()) {
            forward(b);
        } else {
            unrecorded.add(observation.log().lent() ? b : buffers.shrink(b));
        }
    }

    private void forward(ByteBuffer b) {
        if (unwritten.isEmpty()) {
            to.write(b);
        }
        if (!b.hasRemaining()) {
            buffers.release(b);
            return;
        }
        keep(buffers.shrink(b));
        to.wantWritable();
    }

    private void keep(ByteBuffer b) {
        unwritten.add(b);
        unwrittenBytes += b.remaining();
        congested |= unwrittenBytes >= life.highWater();
    }

    /** There is room at the other end, or it has just opened. */
    void flush() {
        int before = unwrittenBytes;
        drainUnwritten();
        life.settle(unwrittenBytes < before ? life.touch() : life.now());
    }

    private void drainUnwritten() {
        for (ByteBuffer b; (b = unwritten.peek()) != null; ) {
            unwrittenBytes -= to.write(b);
            if (b.hasRemaining()) {
                to.wantWritable();
                break;
            }
            buffers.release(unwritten.poll());
        }
        congested &= unwrittenBytes > life.lowWater();
    }

    /** What held bytes back may be over: a codec came, the recorders took what waited, the other direction went on. */
    void proceed(long now) {
        if (!unrecorded.isEmpty() && observation.mayPass()) {
            for (ByteBuffer b; (b = unrecorded.poll()) != null; ) {
                forward(b);
            }
            speak();
        }
        if (undecoded != null && unrecorded.isEmpty() && !observation.holds()) {
            ByteBuffer b = undecoded;
            undecoded = null;
            look(b, now);
        }
    }

    /** The end it comes from has ended its output. */
    void ended() {
        end();
        life.settle(life.touch());
    }

    /** Nothing more will come; what has come still goes. */
    void end() {
        if (input == Input.OPEN) {
            input = Input.ENDED;
        }
    }

    /** Bytes that had been received, and are given up before they could be looked at. */
    void missed(int bytes) {
        received += bytes;
    }

    /** Nothing more will be read, and bytes nobody looked at are dropped; what is on its way still goes. */
    void cut() {
        input = Input.CUT;
        undecoded = letGo(undecoded);
        yielded = false;
    }

    /** At the end of input: bytes a decoder still waits with go on as they are; then the other end is told. */
    void finishIfEnded(long now) {
        if (input == Input.OPEN || shut) {
            return;
        }
        if (input == Input.ENDED) {
            if (observation.holds() || undecoded != null && (yielded || !unrecorded.isEmpty())) {
                return; // not all has been shown to the decoder
            }
            input = Input.TOLD;
            observation.inputEnded(from.side(), now);
            forwardHeld(now);
        }
        if (isEmpty() && to.isOpen() && (input == Input.CUT || observation.mayPass())) {
            shut = true;
            to.shutdownOutput();
        }
    }

    private void forwardHeld(long now) {
        if (undecoded != null) {
            ByteBuffer b = undecoded;
            undecoded = null;
            // Nobody has understood them, nor said what of them is secret: the record says from where.
            codecs.goOpaque(
                    "the " + (from.side() == Side.CLIENT ? "client" : "server") + " ended within " + b.remaining()
                            + " bytes the codec held",
                    now);
            record(b, b.position(), b.limit(), false, now);
            pass(b);
        }
    }

    /** Bytes of the proxy's own, after all that is on its way; not all of them at the budget's end. */
    void say(ByteBuffer text) {
        while (text.hasRemaining()) {
            ByteBuffer b = buffers.take(text.remaining());
            if (b == null) {
                break;
            }
            int n = Math.min(text.remaining(), b.capacity());
            b.put(text.slice(text.position(), n)).flip();
            text.position(text.position() + n);
            words.add(b);
        }
        speak();
    }

    private void speak() {
        if (unrecorded.isEmpty() && !words.isEmpty()) {
            words.forEach(this::keep);
            words.clear();
            drainUnwritten();
        }
    }

    void discard() {
        if (!unrecorded.isEmpty()) {
            observation.log().own();
        }
        undecoded = letGo(undecoded);
        unrecorded.forEach(buffers::release);
        unrecorded.clear();
        unwritten.forEach(buffers::release);
        unwritten.clear();
        words.forEach(buffers::release);
        words.clear();
        unwrittenBytes = 0;
        congested = false;
    }

    private ByteBuffer letGo(ByteBuffer b) {
        if (b != null) {
            buffers.release(b);
        }
        return null;
    }

    /** What a later generation of the core needs to go on; the buffers are the form's from here on. */
    FlowForm park() {
        FlowForm form = new FlowForm(
                input,
                shut,
                received,
                passed,
                undecoded,
                List.copyOf(unrecorded),
                List.copyOf(unwritten),
                List.copyOf(words));
        undecoded = null;
        unrecorded.clear();
        unwritten.clear();
        words.clear();
        unwrittenBytes = 0;
        return form;
    }

    void resume(FlowForm form) {
        input = form.input();
        shut = form.shut();
        received = form.received();
        passed = form.passed();
        undecoded = form.undecoded();
        unrecorded.addAll(form.unrecorded());
        form.unwritten().forEach(this::keep);
        words.addAll(form.words());
    }
}
