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
 *   read ─▶ [undecoded: no codec, or more must be seen] ─▶ [unrecorded: no recorder's room] ─▶ [unwritten: socket full]
 * </pre>
 */
final class Flow {
    private final Session session;
    private final End from;
    private final End to;
    private final Deque<ByteBuffer> unwritten = new ArrayDeque<>(2);
    private Flow opposite;
    private ByteBuffer undecoded;
    private ByteBuffer unrecorded;
    private int unwrittenBytes;
    private long received; // bytes
    private long passed; // bytes looked at and given to the recorders
    private boolean congested; // between high and low water
    private boolean ended; // nothing more will be read
    private boolean shut; // the other end has been told so

    Flow(Session session, End from, End to) {
        this.session = session;
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

    boolean isEnded() {
        return ended;
    }

    boolean isShut() {
        return shut;
    }

    /** Nothing is on its way. */
    boolean isEmpty() {
        return undecoded == null && unrecorded == null && unwritten.isEmpty();
    }

    /** What keeps it from reading, for the operator; empty: nothing. */
    String waitsFor() {
        if (unrecorded != null) {
            return "recorder";
        }
        return congested ? (to.side() == Side.CLIENT ? "client" : "server") : "";
    }

    /** It would take more bytes now. */
    boolean wantsInput() {
        return !ended && !congested && unrecorded == null;
    }

    /** Bytes from the transport. */
    void received(ByteBuffer b) {
        received += b.remaining();
        long now = session.touch();
        if (!session.passesOn()) {
            session.release(b); // read only so that the end of input is seen
            return;
        }
        ByteBuffer all = undecoded == null ? b : joined(b, now);
        undecoded = null;
        look(all, now);
        opposite.proceed(now);
        session.settle(now);
    }

    /** The bytes held and those that came after them, in one buffer. */
    private ByteBuffer joined(ByteBuffer b, long now) {
        ByteBuffer held = undecoded;
        int total = held.remaining() + b.remaining();
        if (held.capacity() >= total) {
            held.compact().put(b).flip();
            session.release(b);
            return held;
        }
        ByteBuffer larger = session.take(total);
        if (larger == null || larger.capacity() < total) {
            if (larger != null) {
                session.release(larger);
            }
            session.goOpaque("more than " + held.capacity() + " bytes would have to be held", now);
            forward(held);
            return b;
        }
        larger.put(held).put(b).flip();
        session.release(held);
        session.release(b);
        return larger;
    }

    /** Looks at bytes that were not looked at, or not to the end. */
    private void look(ByteBuffer b, long now) {
        if (session.holds()) {
            undecoded = b;
            return;
        }
        int start = b.position();
        boolean understood = session.understands();
        Verdict verdict = session.decode(from.side(), b, now);
        int end = b.position();
        if (verdict instanceof Verdict.Opaque) {
            lookNoMore(b, start, end, now);
        } else if (verdict instanceof Verdict.Refuse refuse) {
            record(b, start, end, understood, now);
            b.position(start).limit(end);
            pass(b);
            session.refuse(refuse);
        } else if (end == b.limit()) {
            record(b, start, end, understood, now);
            b.position(start);
            pass(b);
        } else if (end == start) {
            b.position(start);
            undecoded = b;
        } else {
            split(b, start, end, now);
        }
    }

    /** Bytes up to {@code end} were understood, those from there on are not. */
    private void lookNoMore(ByteBuffer b, int start, int end, long now) {
        record(b, start, end, true, now);
        record(b, end, b.limit(), false, now);
        b.position(start);
        pass(b);
    }

    /** Bytes up to {@code end} go on; those from there on are shown to the decoder again. */
    private void split(ByteBuffer b, int start, int end, long now) {
        ByteBuffer rest = session.take(b.limit() - end);
        if (rest == null || rest.capacity() < b.limit() - end) {
            if (rest != null) {
                session.release(rest);
            }
            session.goOpaque("no memory to hold " + (b.limit() - end) + " bytes", now);
            lookNoMore(b, start, end, now);
            return;
        }
        rest.put(b.position(end)).flip();
        record(b, start, end, true, now);
        b.position(start).limit(end);
        pass(b);
        undecoded = rest;
    }

    private void record(ByteBuffer b, int start, int end, boolean understood, long now) {
        if (start < end) {
            int limit = b.limit();
            b.position(start).limit(end);
            session.record(from.side(), passed, b, understood, now);
            b.limit(limit);
        }
        passed += end - start;
    }

    /** Bytes that have been offered to the recorders: they go on once none of those waits. */
    private void pass(ByteBuffer b) {
        if (session.awaitsRecorder()) {
            unrecorded = b;
        } else {
            forward(b);
        }
    }

    private void forward(ByteBuffer b) {
        if (unwritten.isEmpty()) {
            to.write(b);
        }
        if (!b.hasRemaining()) {
            session.release(b);
            return;
        }
        keep(session.shrink(b));
        to.wantWritable();
    }

    private void keep(ByteBuffer b) {
        unwritten.add(b);
        unwrittenBytes += b.remaining();
        congested |= unwrittenBytes >= session.highWater();
    }

    /** There is room at the other end, or it has just opened. */
    void flush() {
        drainUnwritten();
        session.settle(session.now());
    }

    private void drainUnwritten() {
        for (ByteBuffer b; (b = unwritten.peek()) != null; ) {
            unwrittenBytes -= to.write(b);
            if (b.hasRemaining()) {
                to.wantWritable();
                break;
            }
            session.release(unwritten.poll());
        }
        congested &= unwrittenBytes > session.lowWater();
    }

    /** What held bytes back may be over: a codec came, the recorders took what waited, the other direction went on. */
    void proceed(long now) {
        if (unrecorded != null && !session.awaitsRecorder()) {
            ByteBuffer b = unrecorded;
            unrecorded = null;
            forward(b);
        }
        if (undecoded != null && unrecorded == null && !session.holds()) {
            ByteBuffer b = undecoded;
            undecoded = null;
            look(b, now);
        }
    }

    /** The end it comes from has ended its output. */
    void ended() {
        ended = true;
        long now = session.touch();
        session.inputEnded(from.side(), now);
        session.settle(now);
    }

    /** Nothing more will be read; what is on its way still goes. */
    void cutInput() {
        ended = true;
    }

    /** At the end of input: bytes a decoder still waits with go on as they are; then the other end is told. */
    void finishIfEnded(long now) {
        if (!ended || shut || session.holds()) {
            return;
        }
        if (undecoded != null && unrecorded == null) {
            ByteBuffer b = undecoded;
            undecoded = null;
            record(b, b.position(), b.limit(), session.understands(), now);
            pass(b);
        }
        if (isEmpty() && to.isOpen()) {
            shut = true;
            to.shutdownOutput();
        }
    }

    /** Bytes of the proxy's own, after all that is on its way. */
    void say(ByteBuffer words) {
        while (words.hasRemaining()) {
            ByteBuffer b = session.take(words.remaining());
            if (b == null) {
                return; // the budget's end: the connection just closes
            }
            int n = Math.min(words.remaining(), b.capacity());
            b.put(words.slice(words.position(), n)).flip();
            words.position(words.position() + n);
            unwritten.add(b);
            unwrittenBytes += n;
        }
        drainUnwritten();
    }

    void discard() {
        undecoded = letGo(undecoded);
        unrecorded = letGo(unrecorded);
        unwritten.forEach(session::release);
        unwritten.clear();
        unwrittenBytes = 0;
        congested = false;
    }

    /** Bytes nobody looked at are dropped, those that were may still go. */
    void discardUndecoded() {
        undecoded = letGo(undecoded);
    }

    private ByteBuffer letGo(ByteBuffer b) {
        if (b != null) {
            session.release(b);
        }
        return null;
    }

    /** What a later generation of the core needs to go on; the buffers are in the form's order. */
    FlowForm park() {
        FlowForm form = new FlowForm(ended, shut, received, passed, undecoded, unrecorded, List.copyOf(unwritten));
        undecoded = null;
        unrecorded = null;
        unwritten.clear();
        unwrittenBytes = 0;
        return form;
    }

    void resume(FlowForm form) {
        ended = form.ended();
        shut = form.shut();
        received = form.received();
        passed = form.passed();
        undecoded = form.undecoded();
        unrecorded = form.unrecorded();
        form.unwritten().forEach(this::keep);
    }
}
