package org.penstock.transport.support;

import java.util.Comparator;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import org.penstock.transport.api.Cancellable;

/**
 * What a strand is to do later. Cancelled timers are gone at once, since proxies set and cancel far more than run.
 *
 * <p>Threads: on the strand. Units: nanoseconds of the given clock. The clock is not read while there are no timers.
 */
public final class Timers {
    /** The answer where nothing is scheduled. */
    public static final long NEVER = Long.MAX_VALUE;

    /** Further off than any process lives, and near enough for differences of clock readings not to overflow. */
    private static final long MOST_DELAY = Long.MAX_VALUE / 4;

    private record Timer(long deadline, long number, Runnable task) {}

    /** By difference, as System.nanoTime wants it. */
    private static final Comparator<Timer> EARLIEST_FIRST = (a, b) -> a.deadline() == b.deadline()
            ? Long.compare(a.number(), b.number())
            : Long.signum(a.deadline() - b.deadline());

    private final LongSupplier clock;
    private final TreeSet<Timer> timers = new TreeSet<>(EARLIEST_FIRST);
    private long made;

    public Timers(LongSupplier clock) {
        this.clock = clock;
    }

    public Cancellable schedule(Runnable task, long delayNanos) {
        long delay = Math.min(Math.max(delayNanos, 0), MOST_DELAY);
        Timer timer = new Timer(clock.getAsLong() + delay, made++, task);
        timers.add(timer);
        return () -> timers.remove(timer);
    }

    /** Runs what is due, and answers how long until the next is; {@link #NEVER}. */
    public long runDue() {
        if (timers.isEmpty()) {
            return NEVER;
        }
        long now = clock.getAsLong();
        long last = made; // what is scheduled by those that run waits for the next time
        boolean any = false;
        while (!timers.isEmpty()
                && timers.first().deadline() - now <= 0
                && timers.first().number() < last) {
            TaskQueue.run(timers.pollFirst().task());
            any = true;
        }
        if (any) {
            Failures.HERE.look(); // whoever uses a strand has a timer on it now and then
        }
        return timers.isEmpty() ? NEVER : Math.max(timers.first().deadline() - now, 0);
    }

    /** {@link #runDue} would run something. */
    public boolean isDue() {
        return !timers.isEmpty() && timers.first().deadline() - clock.getAsLong() <= 0;
    }

    public void clear() {
        timers.clear();
    }
}
