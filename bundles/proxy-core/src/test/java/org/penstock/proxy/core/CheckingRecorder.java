package org.penstock.proxy.core;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import org.penstock.codec.api.Exchange;
import org.penstock.codec.api.SessionFacts;
import org.penstock.codec.api.Side;
import org.penstock.recorder.api.Gap;
import org.penstock.recorder.api.Recorder;
import org.penstock.recorder.api.SessionEnd;
import org.penstock.recorder.api.SessionRecorder;

/**
 * Checks what it is given, over all generations: every sequence once and in order, every byte once and in order, first
 * session-open, last session-close. Now and then it is full for a moment.
 */
final class CheckingRecorder implements Recorder {
    /** What was recorded of a session until now; strand after strand, never two at a time. */
    static final class Book {
        private long next;
        private boolean begun;
        private volatile boolean closed;
        private long clientBytes;
        private long serverBytes;
        private long clientHash = Streams.HASH_START;
        private long serverHash = Streams.HASH_START;
    }

    /** What all generations have in common. */
    static final class Shelf {
        final Map<Long, Book> books = new ConcurrentHashMap<>();
        final Queue<String> wrong = new ConcurrentLinkedQueue<>();

        boolean allClosed() {
            return books.values().stream().allMatch(b -> b.closed);
        }

        void check(String name, boolean right) {
            if (!right) {
                wrong.add(name);
            }
        }
    }

    private final Shelf shelf;
    private final int refusesOneOf; // 0: none
    private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();
    private volatile boolean full;

    CheckingRecorder(Shelf shelf, int refusesOneOf) {
        this.shelf = shelf;
        this.refusesOneOf = refusesOneOf;
    }

    /** It takes nothing until {@link #open}. */
    void shut() {
        full = true;
    }

    void open() {
        full = false;
        wake();
    }

    /** There is room again. */
    void wake() {
        if (full) {
            return;
        }
        List<Runnable> all = new ArrayList<>();
        for (Runnable r; (r = waiting.poll()) != null; ) {
            all.add(r);
        }
        all.forEach(Runnable::run);
    }

    @Override
    public SessionRecorder open(SessionFacts facts, Runnable onSpace) {
        Book book = shelf.books.computeIfAbsent(facts.session(), s -> new Book());
        return new SessionRecorder() {
            private boolean take(long sequence) {
                if (full || refusesOneOf > 0 && ThreadLocalRandom.current().nextInt(refusesOneOf) == 0) {
                    waiting.add(onSpace);
                    return false;
                }
                shelf.check(
                        "sequence " + sequence + " after " + book.next + " of " + facts.session(),
                        sequence == book.next);
                shelf.check("after the end of " + facts.session(), !book.closed);
                book.next = sequence + 1;
                return true;
            }

            @Override
            public boolean opened(long sequence) {
                if (!take(sequence)) {
                    return false;
                }
                shelf.check("opened twice: " + facts.session(), !book.begun && sequence == 0);
                book.begun = true;
                return true;
            }

            @Override
            public boolean exchange(long sequence, Exchange e) {
                return take(sequence);
            }

            @Override
            public boolean chunk(long sequence, long nowNanos, Side from, long offset, ByteBuffer bytes) {
                if (!take(sequence)) {
                    return false;
                }
                boolean client = from == Side.CLIENT;
                long had = client ? book.clientBytes : book.serverBytes;
                shelf.check(from + " bytes at " + offset + " after " + had + " of " + facts.session(), had == offset);
                if (client) {
                    book.clientBytes += bytes.remaining();
                    book.clientHash = Streams.hash(book.clientHash, bytes.duplicate());
                } else {
                    book.serverBytes += bytes.remaining();
                    book.serverHash = Streams.hash(book.serverHash, bytes.duplicate());
                }
                return true;
            }

            @Override
            public boolean gap(long sequence, Gap gap) {
                shelf.check("gap in " + facts.session() + ": " + gap, false);
                return take(sequence);
            }

            @Override
            public boolean closed(long sequence, SessionEnd end) {
                if (!take(sequence)) {
                    return false;
                }
                TallyCodec.Seen seen = TallyCodec.SEEN.get(facts.session());
                shelf.check(
                        "codec and record of " + facts.session() + " differ: " + seen,
                        seen != null
                                && seen.equals(new TallyCodec.Seen(
                                        book.clientBytes, book.clientHash, book.serverBytes, book.serverHash)));
                shelf.check(
                        "bytes at the end of " + facts.session() + ": " + end,
                        end.clientBytes() == book.clientBytes && end.serverBytes() == book.serverBytes);
                book.closed = true;
                return true;
            }

            @Override
            public void release() {}
        };
    }

    @Override
    public CompletionStage<Void> drain() {
        return CompletableFuture.completedFuture(null);
    }
}
