package org.penstock.codec.mysql;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.penstock.log.support.Spell;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lends an {@link Inflation} to whoever has begun a deflated frame, so that sessions between two frames have none; over all
 * sessions no more than fit into a budget. Threads: any.
 */
final class Inflations {
    private static final Logger LOG = LoggerFactory.getLogger(Inflations.class);

    /** Kept for later; more are made where more frames are on their way at a time. */
    private static final int KEPT = 64;

    private final BlockingQueue<Inflation> idle = new ArrayBlockingQueue<>(KEPT);
    private final AtomicInteger made = new AtomicInteger(); // lent or kept
    private final Spell exhausted;
    private volatile int most;
    private volatile boolean closed;

    /** @param budgetBytes of all that are lent or kept */
    Inflations(int budgetBytes, LongSupplier nanoTime) {
        budget(budgetBytes);
        exhausted = new Spell(Spell.LONG_CALM, nanoTime, Inflations::over);
    }

    /** From now on; what is lent beyond a smaller one is given up as it comes back. */
    void budget(int bytes) {
        most = bytes / Inflation.BYTES;
    }

    /** Null at the budget's end. */
    Inflation take() {
        Inflation one = idle.poll();
        if (one == null) {
            one = make();
        }
        if (one == null && exhausted.happened()) {
            LOG.warn(
                    "codec mysql: all of {} is in use, by {} compressed frames under way: sessions in which one more begins"
                            + " are not understood from there on; more of them are counted",
                    CodecSettings.INFLATION_MEMORY,
                    made);
        }
        return one;
    }

    private Inflation make() {
        if (made.incrementAndGet() <= most) {
            return new Inflation();
        }
        made.decrementAndGet();
        return null;
    }

    private static void over(Spell.Past past) {
        if (past.times() > 1) {
            LOG.info(
                    "codec mysql: {} was in use in {} sessions, in {}",
                    CodecSettings.INFLATION_MEMORY,
                    past.times(),
                    past.length());
        }
    }

    void giveBack(Inflation one) {
        exhausted.look();
        if (made.get() > most || !idle.offer(one)) {
            end(one);
        }
        if (closed) {
            endIdle();
        }
    }

    private void end(Inflation one) {
        made.decrementAndGet();
        one.end();
    }

    private void endIdle() {
        for (Inflation one = idle.poll(); one != null; one = idle.poll()) {
            end(one);
        }
    }

    /** None is kept any more: those that are lent, to sessions that could not leave yet, end when they are given back. */
    void close() {
        closed = true;
        endIdle();
        exhausted.close();
    }
}
