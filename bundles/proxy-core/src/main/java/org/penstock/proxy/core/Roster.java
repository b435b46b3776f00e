package org.penstock.proxy.core;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.penstock.proxy.api.SessionStatus;
import org.penstock.proxy.core.session.Session;

/** How many sessions a proxy has and had, and what passed in those that are over. Any thread. */
final class Roster {
    private static final byte FORM = 1; // of the totals

    private final AtomicInteger open = new AtomicInteger();
    private final AtomicInteger guests = new AtomicInteger(); // of these, turned away and not gone yet
    private final LongAdder accepted = new LongAdder();
    private final LongAdder refused = new LongAdder();
    private final LongAdder cutOff = new LongAdder();
    private final LongAdder unserved = new LongAdder();
    private final LongAdder clientBytes = new LongAdder();
    private final LongAdder serverBytes = new LongAdder();
    private final LongAdder exchanges = new LongAdder();
    private final LongAdder dropped = new LongAdder();
    private final Object empty = new Object();

    int open() {
        return open.get();
    }

    /** Of the open ones, those that are served. */
    int served() {
        return open.get() - guests.get();
    }

    long accepted() {
        return accepted.sum();
    }

    long refused() {
        return refused.sum();
    }

    /** Sessions that ended because their strand closed under them. */
    long cutOff() {
        return cutOff.sum();
    }

    /** Sessions that ended, as they were asked to, with a request that was not passed on. */
    long unserved() {
        return unserved.sum();
    }

    long clientBytes() {
        return clientBytes.sum();
    }

    long serverBytes() {
        return serverBytes.sum();
    }

    long exchanges() {
        return exchanges.sum();
    }

    long dropped() {
        return dropped.sum();
    }

    /** What has been counted, for the next generation of the core; of sessions that go on, their own form says it. */
    byte[] totals() {
        ByteBuffer b = ByteBuffer.allocate(1 + counters().size() * Long.BYTES).put(FORM);
        counters().forEach(c -> b.putLong(c.sum()));
        return b.array();
    }

    /** Goes on from what an earlier generation has counted; one of another form is left. */
    void resume(byte[] totals) {
        ByteBuffer b = ByteBuffer.wrap(totals);
        if (b.remaining() == 1 + counters().size() * Long.BYTES && b.get() == FORM) {
            counters().forEach(c -> c.add(b.getLong()));
        }
    }

    private List<LongAdder> counters() {
        return List.of(accepted, refused, clientBytes, serverBytes, exchanges, dropped);
    }

    void begun() {
        open.incrementAndGet();
        accepted.increment();
    }

    void turnedAway() {
        guests.incrementAndGet();
        open.incrementAndGet();
        refused.increment();
    }

    /** Not even told why. */
    void closedAtOnce() {
        refused.increment();
    }

    void refusedByServer() {
        refused.increment();
    }

    /** One that an earlier generation of the core had begun. */
    void takenUp() {
        open.incrementAndGet();
    }

    /** One that a later generation of the core will go on with. */
    void handedOver() {
        leave();
    }

    void ended(Session s) {
        SessionStatus last = s.status("");
        clientBytes.add(last.clientBytes());
        serverBytes.add(last.serverBytes());
        exchanges.add(last.exchanges());
        Session.Outcome outcome = s.outcome();
        dropped.add(outcome.dropped());
        if (outcome.cutOff()) {
            cutOff.increment();
        }
        if (outcome.unserved()) {
            unserved.increment();
        }
        leave();
        if (outcome.turnedAway()) {
            guests.decrementAndGet();
        }
    }

    private void leave() {
        if (open.decrementAndGet() == 0) {
            synchronized (empty) {
                empty.notifyAll();
            }
        }
    }

    /** Waits until no session is open; false where one was at the deadline. */
    boolean awaitEmpty(long deadline) {
        boolean interrupted = false;
        synchronized (empty) {
            while (open.get() > 0) {
                long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
                if (left <= 0) {
                    break;
                }
                try {
                    empty.wait(left);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return open.get() == 0;
    }
}
