package org.penstock.proxy.core;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.penstock.codec.api.AttributeVisitor;
import org.penstock.codec.api.Exchange;
import org.penstock.codec.api.SessionFacts;
import org.penstock.codec.api.Side;
import org.penstock.recorder.api.Gap;
import org.penstock.recorder.api.Recorder;
import org.penstock.recorder.api.SessionEnd;
import org.penstock.recorder.api.SessionRecorder;

/** Keeps what it gets, in order, as text; takes nothing while it is shut. */
final class ListRecorder implements Recorder {
    /** What was recorded of one session. */
    record Line(long session, long sequence, String what) {}

    private final List<Line> lines = new ArrayList<>(); // all under this object's lock
    private final Map<String, StringBuilder> chunks = new HashMap<>();
    private final Map<Long, List<Gap>> gaps = new HashMap<>();
    private final Map<Long, SessionEnd> ends = new HashMap<>();
    private final List<Runnable> waiting = new ArrayList<>();
    private final List<CompletableFuture<Void>> drains = new ArrayList<>();
    private boolean unsafe;
    private boolean failsToDrain;
    private boolean shut;
    private boolean broken;
    private int refusals;
    private int opens;
    private int releases;

    synchronized void shut() {
        shut = true;
    }

    /** Every call throws. */
    synchronized void breakDown() {
        broken = true;
    }

    /** Nobody is told that it works again. */
    synchronized void mend() {
        broken = false;
    }

    synchronized void refuseNext(int records) {
        refusals = records;
    }

    /** Bytes go on where this other one's end. */
    synchronized void goesOnAfter(ListRecorder other) {
        other.chunks.forEach((k, v) -> chunks.put(k, new StringBuilder(v)));
    }

    void open() {
        List<Runnable> wake;
        synchronized (this) {
            shut = false;
            wake = List.copyOf(waiting);
            waiting.clear();
        }
        wake.forEach(Runnable::run);
    }

    /** What it takes is not safe until {@link #makeSafe}. */
    synchronized void keepUnsafe() {
        unsafe = true;
    }

    synchronized void failToDrain() {
        failsToDrain = true;
    }

    void makeSafe() {
        List<CompletableFuture<Void>> done;
        synchronized (this) {
            unsafe = false;
            done = List.copyOf(drains);
            drains.clear();
        }
        done.forEach(d -> d.complete(null));
    }

    /** How many wait until what was taken is safe. */
    synchronized int drains() {
        return drains.size();
    }

    /** How often a session has begun to be recorded, or has gone on. */
    synchronized int opens() {
        return opens;
    }

    /** Of those, how many have not been let go. */
    synchronized int held() {
        return opens - releases;
    }

    synchronized List<String> of(long session) {
        return lines.stream().filter(l -> l.session == session).map(Line::what).toList();
    }

    /** What its record says of what it has not, in full. */
    synchronized List<Gap> gaps(long session) {
        return List.copyOf(gaps.getOrDefault(session, List.of()));
    }

    /** How a session that is over has ended. */
    synchronized SessionEnd end(long session) {
        return Objects.requireNonNull(ends.get(session), "it has not ended");
    }

    synchronized List<Line> lines() {
        return List.copyOf(lines);
    }

    /** The bytes of a side of a session, as far as they were recorded. */
    synchronized String bytes(long session, Side side) {
        StringBuilder b = chunks.get(session + side.name());
        return b == null ? "" : b.toString();
    }

    private synchronized boolean take(SessionFacts facts, long sequence, String what, Runnable onSpace) {
        if (broken) {
            throw new NoClassDefFoundError("a class of a bundle that is gone");
        }
        if (refusals > 0) {
            refusals--;
            return false;
        }
        if (shut) {
            waiting.add(onSpace);
            return false;
        }
        lines.add(new Line(facts.session(), sequence, what));
        return true;
    }

    private boolean gapBefore(long session) {
        return lines.stream().anyMatch(l -> l.session == session && l.what.startsWith("gap DROPPED"));
    }

    @Override
    public synchronized SessionRecorder open(SessionFacts facts, Runnable onSpace) {
        if (broken) {
            throw new IllegalStateException("not now");
        }
        opens++;
        return new SessionRecorder() {
            @Override
            public boolean opened(long sequence) {
                return take(facts, sequence, "opened", onSpace);
            }

            @Override
            public boolean exchange(long sequence, Exchange e) {
                String[] text = {""};
                e.attributes(new AttributeVisitor() {
                    @Override
                    public void text(String name, ByteBuffer bytes) {
                        text[0] += StandardCharsets.UTF_8.decode(bytes.duplicate());
                    }

                    @Override
                    public void text(String name, String value) {
                        text[0] += value;
                    }

                    @Override
                    public void number(String name, long value) {
                        text[0] += "/" + value;
                    }
                });
                return take(facts, sequence, e.outcome() + " " + text[0], onSpace);
            }

            @Override
            public boolean chunk(long sequence, long nowNanos, Side from, long offset, ByteBuffer bytes) {
                synchronized (ListRecorder.this) {
                    String recorded = bytes(facts.session(), from);
                    if (recorded.length() > offset || recorded.length() < offset && !gapBefore(facts.session())) {
                        throw new AssertionError("chunk at " + offset + " after " + recorded.length());
                    }
                    if (!take(facts, sequence, "chunk", onSpace)) {
                        return false;
                    }
                    chunks.computeIfAbsent(facts.session() + from.name(), k -> new StringBuilder())
                            .append(StandardCharsets.ISO_8859_1.decode(bytes.duplicate()));
                    return true;
                }
            }

            @Override
            public boolean gap(long sequence, Gap gap) {
                String what = "gap " + gap.kind() + " from " + gap.firstSequence() + " exchanges " + gap.exchanges()
                        + " chunks " + gap.chunks() + " bytes " + gap.chunkBytes() + " at " + gap.clientOffset() + "/"
                        + gap.serverOffset();
                if (!take(facts, sequence, what, onSpace)) {
                    return false;
                }
                synchronized (ListRecorder.this) {
                    gaps.computeIfAbsent(facts.session(), s -> new ArrayList<>())
                            .add(gap);
                }
                return true;
            }

            @Override
            public boolean closed(long sequence, SessionEnd end) {
                if (!take(facts, sequence, "closed " + end.reason(), onSpace)) {
                    return false;
                }
                synchronized (ListRecorder.this) {
                    ends.put(facts.session(), end);
                }
                return true;
            }

            @Override
            public void release() {
                synchronized (ListRecorder.this) {
                    releases++;
                }
            }
        };
    }

    @Override
    public synchronized CompletionStage<Void> drain() {
        if (failsToDrain) {
            throw new IllegalStateException("on command");
        }
        if (!unsafe) {
            return CompletableFuture.completedFuture(null);
        }
        CompletableFuture<Void> done = new CompletableFuture<>();
        drains.add(done);
        return done;
    }
}
