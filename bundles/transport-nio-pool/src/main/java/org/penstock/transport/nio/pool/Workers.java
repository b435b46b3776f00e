package org.penstock.transport.nio.pool;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;
import org.penstock.transport.support.StrandThread;

/**
 * Threads that give strands their turns: whichever is free takes the one that waits longest. Their number can change while
 * they work. From any thread.
 */
final class Workers implements Worker.Duty {
    /** A bit each. */
    static final int MOST = 64;

    /** Strands of one generation at a time: each waits here once at most. */
    static final int MOST_STRANDS = 4096;

    private final String name;
    private final Worker.Starter starter;
    private final RunQueue<PooledStrand> waiting = new RunQueue<>(MOST_STRANDS);
    private final AtomicReferenceArray<Worker> places = new AtomicReferenceArray<>(MOST);
    private final AtomicLong sleeping = new AtomicLong(); // a bit a place
    private final List<StrandThread> threads = new ArrayList<>(); // perhaps still there
    private int count; // the first so many places have a worker that works

    /** @throws IOException the system has no thread left; none was started, or those that were end */
    static Workers start(String name, int count) throws IOException {
        Workers workers = new Workers(name, StrandThread::start);
        workers.resize(count);
        return workers;
    }

    /** None yet. */
    Workers(String name, Worker.Starter starter) {
        this.name = name;
        this.starter = starter;
    }

    /**
     * So many from now on. Strands that wait are not touched; one whose worker is no more wanted has its turn to the end.
     *
     * @throws IOException the system has no thread left; there are as many as before
     */
    synchronized void resize(int wanted) throws IOException {
        threads.removeIf(thread -> thread.awaitEnd(0));
        int before = count;
        try {
            while (count < wanted) {
                hire(count);
                count++;
            }
        } catch (IOException e) {
            retireDownTo(before);
            throw e;
        }
        retireDownTo(wanted);
    }

    private void hire(int place) throws IOException {
        Worker former = places.get(place);
        if (former != null && former.returns()) {
            return;
        }
        Worker worker = new Worker(name + "-worker-" + place, place, this);
        places.set(place, worker); // before it can be found asleep
        worker.start(starter);
        threads.add(worker.thread());
    }

    private void retireDownTo(int wanted) {
        while (count > wanted) {
            count--;
            places.get(count).retire();
        }
    }

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
            places.get(Long.numberOfTrailingZeros(first)).thread().unpark();
        }
    }

    @Override
    public void step(Worker worker) {
        PooledStrand strand = waiting.poll();
        if (strand == null) {
            sleep(worker);
        } else {
            strand.turn();
        }
    }

    private void sleep(Worker worker) {
        long bit = 1L << worker.place();
        sleeping.accumulateAndGet(bit, (before, mine) -> before | mine);
        if (waiting.isEmpty() && worker.works()) {
            LockSupport.park(this);
            Thread.interrupted(); // would end every further wait at once
        }
        sleeping.accumulateAndGet(bit, (before, mine) -> before & ~mine);
    }

    /** It does not count as asleep any more, so whoever puts a strand from now on wakes another one. */
    @Override
    public void gone() {
        if (!waiting.isEmpty()) {
            wakeOne();
        }
    }

    /** Ends the threads. No strand is left. */
    synchronized void close() {
        retireDownTo(0);
    }

    boolean awaitEnd(long deadline) {
        boolean all = true;
        for (StrandThread thread : threads()) {
            all &= thread.isCurrent() || thread.awaitEnd(Math.max(deadline - System.nanoTime(), 0));
        }
        return all;
    }

    private synchronized List<StrandThread> threads() {
        return List.copyOf(threads);
    }
}
