package org.penstock.transport.nio.pool;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.penstock.transport.support.StrandThread;

/** Threads that give strands their turns: whichever is free takes the one that waits longest. From any thread. */
final class Workers {
    /** A bit each. */
    static final int MOST = 64;

    /** Strands of one generation at a time: each waits here once at most. */
    static final int MOST_STRANDS = 4096;

    private final RunQueue<PooledStrand> waiting = new RunQueue<>(MOST_STRANDS);
    private final List<StrandThread> threads = new ArrayList<>();
    private final AtomicLong sleeping = new AtomicLong(); // a bit a thread
    private volatile boolean over;

    /** @throws IOException the system has no thread left; none was started */
    static Workers start(String name, int count) throws IOException {
        Workers workers = new Workers();
        for (int i = 0; i < count; i++) {
            long bit = 1L << i;
            workers.threads.add(new StrandThread(name + "-worker-" + i, () -> workers.run(bit)));
        }
        try {
            for (StrandThread thread : workers.threads) {
                thread.start();
            }
        } catch (IOException e) {
            workers.close();
            throw e;
        }
        return workers;
    }

    private Workers() {}

    /** The strand is to have a turn; it does not wait for one yet, and has none. */
    void run(PooledStrand strand) {
        put(strand);
        wakeOne();
    }

    /** By a worker, of the strand whose turn it was: it is to have another one, which no other worker need be woken for. */
    void runAgain(PooledStrand strand) {
        put(strand);
    }

    private void put(PooledStrand strand) {
        while (!waiting.offer(strand)) { // never full: only a slot that is just being emptied can be in the way
            Thread.onSpinWait();
        }
    }

    private void wakeOne() {
        long asleep;
        long first;
        do {
            asleep = sleeping.get();
            first = Long.lowestOneBit(asleep); // always the same ones, as long as they are enough
        } while (asleep != 0 && !sleeping.compareAndSet(asleep, asleep & ~first));
        if (asleep != 0) {
            threads.get(Long.numberOfTrailingZeros(first)).unpark();
        }
    }

    private void run(long bit) {
        while (!over) {
            PooledStrand strand = waiting.poll();
            if (strand == null) {
                sleep(bit);
            } else {
                strand.turn();
            }
        }
    }

    private void sleep(long bit) {
        sleeping.accumulateAndGet(bit, (before, mine) -> before | mine);
        if (waiting.isEmpty() && !over) {
            LockSupport.park(this);
            Thread.interrupted(); // would end every further wait at once
        }
        sleeping.accumulateAndGet(bit, (before, mine) -> before & ~mine);
    }

    /** Ends the threads. No strand is left. */
    void close() {
        over = true;
        threads.forEach(StrandThread::unpark);
    }

    boolean awaitEnd(long deadline) {
        boolean all = true;
        for (StrandThread thread : threads) {
            all &= thread.isCurrent() || thread.awaitEnd(Math.max(deadline - System.nanoTime(), 0));
        }
        return all;
    }
}
