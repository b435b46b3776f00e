package org.penstock.transport.nio.pool;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.penstock.transport.api.BufferPool;
import org.penstock.transport.api.TransportOptions;
import org.penstock.transport.support.ServedStrand;
import org.penstock.transport.support.Timers;
import org.penstock.transport.support.reactor.ReactorStrand;
import org.penstock.transport.support.reactor.Runner;

/**
 * A strand among those that share the workers. At any time it waits for a turn or has one, both once, or neither.
 *
 * <p>Threads: {@link #wake} and {@link #awaitEnd} any; {@link #turn} the worker whose it is.
 */
final class PooledStrand implements Runner {
    private final Engine engine;
    private final Runnable over;
    private final ReactorStrand strand;
    private final AtomicBoolean scheduled = new AtomicBoolean();
    private final CountDownLatch ended = new CountDownLatch(1);
    private final Runnable alarm = this::ring;
    private volatile boolean rung;
    private boolean alarmed;
    private long alarmAt; // of System.nanoTime, where alarmed

    /** @param over run when it is over, before it says so */
    PooledStrand(Engine engine, String name, BufferPool pool, TransportOptions options, Runnable over) {
        this.engine = engine;
        this.over = over;
        this.strand = new ReactorStrand(name, pool, options, this, engine);
    }

    ServedStrand strand() {
        return strand;
    }

    @Override
    public void wake() {
        if (!scheduled.getAndSet(true)) {
            engine.workers().run(this);
        }
    }

    void turn() {
        if (rung) {
            rung = false;
            alarmed = false;
        }
        if (!strand.turn()) {
            end();
            return;
        }
        if (hasWork()) {
            engine.workers().runAgain(this);
            return;
        }
        setAlarm();
        scheduled.set(false);
        if (hasWork()) { // it has come before it could be seen that nobody is at it
            wake();
        }
    }

    private boolean hasWork() {
        return rung || !strand.isIdle();
    }

    private void setAlarm() {
        long wait = strand.untilNextTimer();
        if (wait == Timers.NEVER) {
            return;
        }
        long at = System.nanoTime() + wait;
        if (!alarmed || at - alarmAt < 0) {
            alarmed = true;
            alarmAt = at;
            engine.after(wait, alarm);
        }
    }

    private void ring() {
        rung = true;
        wake();
    }

    private void end() {
        over.run();
        strand.finish();
        ended.countDown();
    }

    @Override
    public boolean awaitEnd(long nanos) {
        boolean interrupted = false;
        long deadline = System.nanoTime() + nanos;
        while (true) {
            try {
                return ended.await(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
            } catch (InterruptedException e) {
                interrupted = true;
            } finally {
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
            }
        }
    }
}
