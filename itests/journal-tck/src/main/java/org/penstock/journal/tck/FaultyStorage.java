package org.penstock.journal.tck;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.penstock.journal.api.Segment;
import org.penstock.journal.api.Storage;

/**
 * A storage that fails on command, over another. Each armed fault meets one call, those of a kind in the order they were
 * armed; every call without one goes through.
 *
 * <p>Threads: arming from any; the rest as the storage underneath.
 */
public final class FaultyStorage implements Storage {
    private final Storage storage;
    private final Map<Call, Deque<Fault>> armed = new EnumMap<>(Call.class);
    private final Map<Call, Integer> calls = new EnumMap<>(Call.class);

    /** What can fail. */
    public enum Call {
        CREATE,
        OPEN,
        WRITE,
        SYNC,
        READ,
        CLOSE
    }

    /** How a call goes wrong. */
    @FunctionalInterface
    public interface Fault {
        /** @param goThrough does what the call would do */
        void meet(Action goThrough) throws IOException;
    }

    /** A call, or part of it. */
    @FunctionalInterface
    public interface Action {
        /** @param bytes how many of those to write, at most; others take no notice */
        void run(int bytes) throws IOException;
    }

    public FaultyStorage(Storage storage) {
        this.storage = storage;
    }

    /** Nothing is done, and an error comes back. */
    public static Fault error(String message) {
        return goThrough -> {
            throw new IOException(message);
        };
    }

    /** What the operating system says when the disk is full. */
    public static Fault diskFull() {
        return error("No space left on device");
    }

    /** The first bytes are written, then comes an error. */
    public static Fault shortWrite(int bytes) {
        return goThrough -> {
            goThrough.run(bytes);
            throw new IOException("Input/output error after " + bytes + " bytes");
        };
    }

    /** Everything is done, and an error comes back all the same. */
    public static Fault lateError() {
        return goThrough -> {
            goThrough.run(Integer.MAX_VALUE);
            throw new IOException("Input/output error");
        };
    }

    /** The call returns when {@code release} is counted down; {@code entered} is when it has come. */
    public static Fault held(CountDownLatch entered, CountDownLatch release) {
        return goThrough -> {
            entered.countDown();
            try {
                release.await();
            } catch (InterruptedException e) {
                throw new IOException("interrupted", e);
            }
            goThrough.run(Integer.MAX_VALUE);
        };
    }

    /** The next call of that kind meets this fault. */
    public synchronized void arm(Call call, Fault fault) {
        armed.computeIfAbsent(call, each -> new ArrayDeque<>()).add(fault);
    }

    /** So do the next {@code times}. */
    public void arm(Call call, int times, Fault fault) {
        for (int i = 0; i < times; i++) {
            arm(call, fault);
        }
    }

    /** All is well again. */
    public synchronized void disarm() {
        armed.clear();
    }

    /** How many calls of that kind there were, failed ones too. */
    public synchronized int calls(Call call) {
        return calls.getOrDefault(call, 0);
    }

    private synchronized Fault next(Call call) {
        calls.merge(call, 1, Integer::sum);
        Deque<Fault> faults = armed.get(call);
        Fault fault = faults == null ? null : faults.poll();
        return fault == null ? goThrough -> goThrough.run(Integer.MAX_VALUE) : fault;
    }

    private void meet(Call call, Action action) throws IOException {
        next(call).meet(action);
    }

    @Override
    public Segment create(Path path, long size) throws IOException {
        Segment[] made = new Segment[1];
        boolean whole = false;
        try {
            meet(Call.CREATE, bytes -> made[0] = storage.create(path, size));
            whole = true;
        } finally {
            if (!whole && made[0] != null) {
                made[0].close();
                java.nio.file.Files.delete(path);
            }
        }
        return new FaultySegment(made[0]);
    }

    @Override
    public Segment open(Path path) throws IOException {
        Segment[] opened = new Segment[1];
        boolean whole = false;
        try {
            meet(Call.OPEN, bytes -> opened[0] = storage.open(path));
            whole = true;
        } finally {
            if (!whole && opened[0] != null) {
                opened[0].close();
            }
        }
        return new FaultySegment(opened[0]);
    }

    @Override
    public int alignment() {
        return storage.alignment();
    }

    private final class FaultySegment implements Segment {
        private final Segment segment;

        FaultySegment(Segment segment) {
            this.segment = segment;
        }

        @Override
        public long size() {
            return segment.size();
        }

        @Override
        public void write(long at, ByteBuffer b) throws IOException {
            int end = b.limit();
            meet(Call.WRITE, bytes -> {
                int length = Math.min(bytes, b.remaining()) & -storage.alignment();
                segment.write(at, b.limit(b.position() + length));
                b.limit(end);
            });
        }

        @Override
        public void sync() throws IOException {
            meet(Call.SYNC, bytes -> segment.sync());
        }

        @Override
        public int read(long at, ByteBuffer b) throws IOException {
            int[] read = new int[1];
            meet(Call.READ, bytes -> read[0] = segment.read(at, b));
            return read[0];
        }

        @Override
        public void close() throws IOException {
            meet(Call.CLOSE, bytes -> segment.close());
        }
    }
}
