package org.penstock.transport.support.reactor;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Queue;
import org.penstock.transport.support.ReadSize;
import org.penstock.transport.support.ReadSupply;

/**
 * A strand's empty buffers at a reactor: a few, for all of its connections there that read. The strand takes them from its
 * pool, which is its alone, and the reactor reads into them.
 */
final class Stock implements ReadSupply.Waiting {
    static final int BUFFERS = 4;

    private final Reactor reactor;
    private final ReadSupply supply;
    private final ReadSize size;
    private final SpscRing<ByteBuffer> empty = new SpscRing<>(BUFFERS);
    private final Inbox.Slot<Stock> slot = new Inbox.Slot<>(this);
    private volatile boolean missed; // somebody found nothing here

    // of the strand
    private int readers;
    private boolean waiting;

    // of the reactor
    private final Queue<Watch> hungry = new ArrayDeque<>(0);
    private ByteBuffer unused;

    Stock(Reactor reactor, ReadSupply supply) {
        this.reactor = reactor;
        this.supply = supply;
        this.size = new ReadSize(supply.largestRead());
    }

    Reactor reactor() {
        return reactor;
    }

    // ---- on the strand

    /** One connection more, or less, that reads. */
    void reader(boolean more) {
        readers += more ? 1 : -1;
        fill();
    }

    /** So much was read into one of its buffers. */
    void saw(int bytes) {
        size.saw(bytes, bytes >= size.next());
        fill();
    }

    /**
     * Somebody has found nothing here. Buffers come anew as they are used up; but those that were read into may lie with
     * connections that are not read any more, and would be used up last.
     */
    void fillIfMissed() {
        if (missed) {
            fill();
        }
    }

    /** As many as there is room for; none while nobody reads. */
    private void fill() {
        while (readers > 0 && !waiting && empty.hasRoom()) {
            ByteBuffer b = supply.take(size.next());
            if (b == null) {
                waiting = true;
                supply.await(this);
                return;
            }
            put(b);
        }
    }

    private void put(ByteBuffer b) {
        empty.offer(b); // there is room: nobody else puts
        if (missed) {
            missed = false;
            reactor.refilled(slot);
        }
    }

    @Override
    public int preferredBytes() {
        return size.next();
    }

    @Override
    public void resupplied(ByteBuffer b) {
        waiting = false;
        if (readers == 0) {
            supply.pool().release(b);
        } else {
            put(b);
            fill();
        }
    }

    /** No connection of the strand is at the reactor any more, nor will be. */
    void close() {
        readers = 0;
        supply.forget(this);
        if (unused != null) {
            supply.pool().release(unused);
            unused = null;
        }
        for (ByteBuffer b; (b = empty.poll()) != null; ) {
            supply.pool().release(b);
        }
    }

    // ---- on the reactor

    /** A buffer; null: there is none, and {@code watch} {@linkplain Watch#unblock may try again} when there is. */
    ByteBuffer take(Watch watch) {
        ByteBuffer b = next();
        if (b == null) {
            missed = true;
            b = next(); // which the strand has put in before it could know
        }
        if (b == null && !watch.isHungry()) {
            watch.hungry(true);
            hungry.add(watch);
        }
        return b;
    }

    private ByteBuffer next() {
        ByteBuffer b = unused;
        unused = null;
        return b == null ? empty.poll() : b;
    }

    /** Nothing was read into it. */
    void giveBack(ByteBuffer b) {
        unused = b;
        refilled();
    }

    void forget(Watch watch) {
        if (watch.isHungry()) {
            hungry.remove(watch);
        }
    }

    /** There is something again: those that found nothing try again. */
    void refilled() {
        for (Watch watch; (watch = hungry.poll()) != null; ) {
            watch.hungry(false);
            watch.unblock();
        }
    }
}
