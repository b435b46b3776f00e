package org.penstock.benchmarks.parties.penstock;

import java.util.concurrent.locks.LockSupport;

/** A thread that says when it is time: once each period, however long it takes to say so. What it missed it leaves out. */
final class Metronome {
    private final long begin;
    private final long periodNanos;
    private final Runnable tick;
    private final Thread thread;
    private volatile boolean stopped;

    private Metronome(long begin, long periodNanos, Runnable tick) {
        this.begin = begin;
        this.periodNanos = periodNanos;
        this.tick = tick;
        thread = new Thread(this::run, "metronome");
        thread.setDaemon(true);
    }

    /** @param begin the first time, as {@link System#nanoTime} has it */
    static Metronome start(long begin, long periodNanos, Runnable tick) {
        Metronome metronome = new Metronome(begin, periodNanos, tick);
        metronome.thread.start();
        return metronome;
    }

    void stop() {
        stopped = true;
    }

    private void run() {
        while (!stopped) {
            long into = (System.nanoTime() - begin) % periodNanos;
            LockSupport.parkNanos(periodNanos - into);
            if (!stopped) {
                tick.run();
            }
        }
    }
}
