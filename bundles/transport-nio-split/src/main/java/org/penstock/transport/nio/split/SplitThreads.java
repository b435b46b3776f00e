package org.penstock.transport.nio.split;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.penstock.transport.api.BufferPool;
import org.penstock.transport.api.TransportOptions;
import org.penstock.transport.support.ServedStrand;
import org.penstock.transport.support.StrandThread;
import org.penstock.transport.support.Timers;
import org.penstock.transport.support.reactor.Reactor;
import org.penstock.transport.support.reactor.ReactorStrand;
import org.penstock.transport.support.reactor.Route;
import org.penstock.transport.support.reactor.Runner;

/** A strand's threads: the two reactors, and the one that turns it. */
final class SplitThreads implements Runner {
    private final Reactor reading;
    private final Reactor writing;
    private final ReactorStrand strand;
    private final StrandThread thread;
    private final AtomicBoolean awake = new AtomicBoolean(true);

    /** @throws UncheckedIOException the system has no descriptor or no thread left */
    static ServedStrand start(BufferPool pool, TransportOptions options) {
        String name = options.name() + "-" + NioSplitTransport.NAME;
        Reactor reading = null;
        Reactor writing = null;
        try {
            reading = Reactor.start(name + "-in");
            writing = Reactor.start(name + "-out");
            SplitThreads threads = new SplitThreads(name, reading, writing, pool, options);
            threads.thread.start();
            return threads.strand;
        } catch (IOException | UncheckedIOException e) {
            close(reading);
            close(writing);
            throw e instanceof IOException io ? new UncheckedIOException(io) : (UncheckedIOException) e;
        }
    }

    private static void close(Reactor reactor) {
        if (reactor != null) {
            reactor.close();
        }
    }

    private SplitThreads(String name, Reactor reading, Reactor writing, BufferPool pool, TransportOptions options) {
        this.reading = reading;
        this.writing = writing;
        Route route = new Route(reading, writing);
        this.strand = new ReactorStrand(name, pool, options, this, connects -> route);
        this.thread = new StrandThread(name, this::run);
    }

    @Override
    public void wake() {
        if (!thread.isCurrent() && !awake.getAndSet(true)) {
            thread.unpark();
        }
    }

    @Override
    public boolean awaitEnd(long nanos) {
        return thread.awaitEnd(nanos);
    }

    private void run() {
        while (strand.turn()) {
            awaitSomething();
        }
        reading.close();
        writing.close();
        reading.awaitEnd(Long.MAX_VALUE / 2); // within moments: no socket is left there
        writing.awaitEnd(Long.MAX_VALUE / 2);
        strand.finish();
    }

    private void awaitSomething() {
        if (!strand.isIdle()) {
            return;
        }
        awake.set(false);
        if (strand.isIdle()) {
            park(strand.untilNextTimer());
        }
        awake.set(true);
    }

    private void park(long nanos) {
        if (nanos == Timers.NEVER) {
            LockSupport.park(this);
        } else {
            LockSupport.parkNanos(this, nanos);
        }
        Thread.interrupted(); // would end every further wait at once
    }
}
