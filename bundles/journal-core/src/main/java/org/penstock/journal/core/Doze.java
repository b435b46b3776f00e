package org.penstock.journal.core;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.penstock.journal.api.Durability;

/**
 * How the writer rests. While records come it naps for some milliseconds at a time, so that it finds many at once and nobody
 * pays for waking it; only a record that waits for the disk does, and one that makes the ring much fuller. When none have
 * come for a while it sleeps, and any record wakes it.
 *
 * <p>The nap's length is what a record may wait in memory for others, and a crash of the process may take with it. Where the
 * writer shares its processor with those who append, the end of each nap takes it from them.
 *
 * <p>A committer's cost is one volatile read, and no fence between its commit and that read. So the writer announces its
 * sleep, naps once more, looks again, and only then sleeps: what was committed without seeing the announcement has long
 * become visible. Should that ever fail, the sleep's length bounds the harm.
 */
final class Doze {
    static final long NAP_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
    static final long SLEEP_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** Naps without work before the sleep. */
    private static final int NAPS = 25;

    private static final int AWAKE = 0;
    private static final int NAPPING = 1;
    private static final int SLEEPING = 2;
    private static final VarHandle DEPTH;

    static {
        try {
            DEPTH = MethodHandles.lookup().findVarHandle(Doze.class, "depth", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private volatile int depth;
    private volatile Thread sleeper;
    private int quiet;

    /** Any thread: a record was committed. */
    void committed(Durability durability) {
        int now = depth;
        if (now != AWAKE && (now == SLEEPING || durability == Durability.DISK)) {
            wake();
        }
    }

    /** Any thread: there is something to do at once. */
    void wake() {
        if ((int) DEPTH.getAndSet(this, AWAKE) != AWAKE) {
            LockSupport.unpark(sleeper);
        }
    }

    /** The writer: nothing to do at once; {@code worked} whether there was something in this turn. */
    void rest(boolean worked) {
        sleeper = Thread.currentThread();
        LockSupport.parkNanos(this, announce(worked));
    }

    /**
     * Says how deep the rest is, and answers how long it is in nanoseconds. Who woke the writer may have come behind its
     * turn, and does not wake it again: so there may be something to do, and this is no quiet time.
     */
    long announce(boolean worked) {
        quiet = worked || depth == AWAKE ? 0 : quiet + 1;
        depth = quiet < NAPS ? NAPPING : SLEEPING;
        return quiet <= NAPS ? NAP_NANOS : SLEEP_NANOS;
    }
}
