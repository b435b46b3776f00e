package org.penstock.transport.aio;

import java.io.IOException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.penstock.transport.support.Failures;
import org.penstock.transport.support.StrandThread;

/**
 * A thread that sleeps, for a strand whose own one waits in the JDK and cannot be given a time: it asks for a turn when a
 * timer is due, and does the few things that the strand's thread cannot.
 *
 * <p>Threads: any.
 */
final class Clock implements Executor {
    private static final long NEVER = Long.MAX_VALUE;

    private final StrandThread thread;
    private final Queue<Runnable> errands = new ConcurrentLinkedQueue<>();
    private final AtomicLong alarm = new AtomicLong(NEVER);
    private volatile Runnable due;
    private volatile boolean stopped;

    Clock(String name) {
        thread = new StrandThread(name, this::run);
    }

    /**
     * @param whenDue runs on its thread at each alarm
     * @throws IOException the system has no thread left
     */
    void start(Runnable whenDue) throws IOException {
        due = whenDue;
        thread.start();
    }

    /** @param time of {@link System#nanoTime}; an earlier alarm stays */
    void ring(long time) {
        long before = alarm.get();
        if (before == NEVER || time - before < 0) {
            alarm.set(time);
            thread.unpark();
        }
    }

    /** On its own thread, soon. */
    @Override
    public void execute(Runnable errand) {
        errands.add(errand);
        thread.unpark();
    }

    /** It does what it was given, and ends. */
    void stop() {
        stopped = true;
        thread.unpark();
    }

    boolean awaitEnd(long nanos) {
        return thread.awaitEnd(nanos);
    }

    private void run() {
        while (true) {
            boolean last = stopped; // what is given before that is still done
            runErrands();
            if (last) {
                return;
            }
            sleep();
        }
    }

    private void runErrands() {
        for (Runnable errand; (errand = errands.poll()) != null; ) {
            try {
                errand.run();
            } catch (RuntimeException | Error e) {
                Failures.HERE.add("errand-failed", "thread=" + thread.thread().getName(), "the thread goes on", e);
            }
        }
    }

    private void sleep() {
        long time = alarm.get();
        if (time == NEVER) {
            LockSupport.park(this);
        } else if (time - System.nanoTime() > 0) {
            LockSupport.parkNanos(this, time - System.nanoTime());
        } else if (alarm.compareAndSet(time, NEVER)) {
            due.run();
        }
        Thread.interrupted(); // would end every further sleep at once
    }
}
