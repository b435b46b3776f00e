package org.penstock.proxy.core.record;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import org.penstock.codec.api.Exchange;
import org.penstock.codec.api.Side;
import org.penstock.proxy.core.config.Overload;
import org.penstock.recorder.api.SessionRecorder;

/**
 * One recorder of a session: numbers the records it gets, and applies the overload policy to those it refuses. Offering is
 * free of allocation as long as the recorder takes. On the strand.
 */
final class Tap {
    private final String name;
    private Overload overload;
    private final StreamOffsets offsets;
    private final Complaints complaints;
    private final Deque<Entry> pending = new ArrayDeque<>(0);
    private final Losses losses = new Losses();
    private SessionRecorder recorder; // null: not in service
    private long sequence;
    private long dropped;

    Tap(String name, Overload overload, StreamOffsets offsets, Complaints complaints) {
        this.name = name;
        this.overload = overload;
        this.offsets = offsets;
        this.complaints = complaints;
    }

    String name() {
        return name;
    }

    /** Something waits for this recorder, and the session with it. */
    boolean blocked() {
        return !pending.isEmpty();
    }

    /** The recorder refused, and the policy is to end the session. */
    boolean failed() {
        return overload == Overload.FAIL && dropped > 0;
    }

    boolean attached() {
        return recorder != null;
    }

    /** What waits has bytes in buffers that are not its own. */
    boolean lent() {
        return pending.stream().anyMatch(Entry.Lent.class::isInstance);
    }

    /** What waits is made independent of those. */
    void own() {
        for (int left = pending.size(); left > 0; left--) {
            pending.add(pending.remove().owned());
        }
    }

    /** Records given up until now. */
    long dropped() {
        return dropped;
    }

    /** Losses the recorder has not been told of. */
    long untold() {
        return losses.records() + pending.size();
    }

    /** From now on nothing is given up: the session has ended, and holds nobody up. */
    void giveUpNothing() {
        overload = Overload.BLOCK;
    }

    void attach(SessionRecorder fresh, long nowNanos) {
        recorder = fresh;
        drain(nowNanos);
    }

    void detach() {
        if (recorder != null) {
            SessionRecorder old = recorder;
            recorder = null;
            try {
                old.release();
            } catch (RuntimeException | Error e) {
                complain(e);
            }
        }
    }

    void exchange(Exchange e, long nowNanos) {
        if (ready(nowNanos) && take(e)) {
            sequence++;
        } else if (overload == Overload.BLOCK) {
            pending.add(Entry.Ended.of(e));
        } else {
            losses.countExchange(sequence++);
            dropped++;
        }
    }

    private boolean take(Exchange e) {
        try {
            return recorder.exchange(sequence, e);
        } catch (RuntimeException | Error x) {
            complain(x);
            return false;
        }
    }

    void chunk(long nowNanos, Side from, long offset, ByteBuffer bytes) {
        if (ready(nowNanos) && take(nowNanos, from, offset, bytes)) {
            sequence++;
        } else if (overload == Overload.BLOCK) {
            pending.add(new Entry.Lent(nowNanos, from, offset, bytes.slice()));
        } else {
            losses.countChunk(sequence++, bytes.remaining());
            dropped++;
        }
    }

    private boolean take(long nowNanos, Side from, long offset, ByteBuffer bytes) {
        try {
            return recorder.chunk(sequence, nowNanos, from, offset, bytes);
        } catch (RuntimeException | Error x) {
            complain(x);
            return false;
        }
    }

    /** A record that is not on the hot path. */
    void offer(Entry entry, long nowNanos) {
        if (ready(nowNanos) && take(entry)) {
            sequence++;
        } else if (overload == Overload.BLOCK) {
            pending.add(entry);
        } else {
            losses.count(sequence++, entry);
            dropped++;
        }
    }

    private boolean take(Entry entry) {
        try {
            return entry.to(recorder, sequence);
        } catch (RuntimeException | Error x) {
            complain(x);
            return false;
        }
    }

    /** Offers again what waits, and tells losses, as far as the recorder takes it. */
    void drain(long nowNanos) {
        if (recorder == null) {
            return;
        }
        while (!pending.isEmpty()) {
            if (!take(pending.peek())) {
                return;
            }
            pending.poll();
            sequence++;
        }
        ready(nowNanos);
    }

    private boolean ready(long nowNanos) {
        return recorder != null && pending.isEmpty() && (!losses.any() || tellLosses(nowNanos));
    }

    private boolean tellLosses(long nowNanos) {
        Entry gap = new Entry.Missing(losses.toGap(nowNanos, offsets.client(), offsets.server()));
        if (!take(gap)) {
            return false;
        }
        sequence++;
        losses.clear();
        return true;
    }

    /** It may throw at every record. */
    void complain(Throwable e) {
        complaints.warnUnquoted("recorder " + name, "recorder=" + name + " threw, which counts as a refusal", e);
    }

    void write(DataOutput out) throws IOException {
        out.writeUTF(name);
        out.writeUTF(overload.name());
        out.writeLong(sequence);
        out.writeLong(dropped);
        losses.write(out);
        out.writeInt(pending.size());
        for (Entry e : pending) {
            EntryForm.write(e, out);
        }
    }

    static Tap read(DataInput in, StreamOffsets offsets, Complaints complaints) throws IOException {
        Tap tap = new Tap(in.readUTF(), Overload.valueOf(in.readUTF()), offsets, complaints);
        tap.sequence = in.readLong();
        tap.dropped = in.readLong();
        tap.losses.read(in);
        for (int left = in.readInt(); left > 0; left--) {
            tap.pending.add(EntryForm.read(in));
        }
        return tap;
    }
}
