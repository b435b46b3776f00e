package org.penstock.transport.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.penstock.log.support.Reason;
import org.penstock.log.support.Spell;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A thread's selector: waits, is woken, and is replaced where it spins. Where it fails, who uses it does.
 *
 * <p>Threads: {@link #wake} from any, all else on the thread's.
 */
public final class Poller {
    /** How a selector is asked; tests put something else here. */
    @FunctionalInterface
    public interface Select {
        /** @param timeoutMillis 0: does not wait; negative: waits until something is ready or it is woken */
        int select(Selector selector, Consumer<SelectionKey> ready, long timeoutMillis) throws IOException;
    }

    /** So many returns in a row with nothing, before their time and woken by nobody, are a defect. */
    public static final int EARLY_RETURNS_BEFORE_REBUILD = 512;

    private static final Logger LOG = LoggerFactory.getLogger(Poller.class);
    private static final long FOR_EVER = -1;
    private static final long NANOS_A_MILLI = TimeUnit.MILLISECONDS.toNanos(1);

    private final Select select;
    private final AtomicBoolean awake = new AtomicBoolean(true);
    private volatile Selector selector;
    private int earlyReturns;
    private final Spell spinning = new Spell(Spell.LONG_CALM, System::nanoTime, Poller::spinsNoMore);

    /** @throws UncheckedIOException no descriptor is left */
    public static Poller open(Select select) {
        try {
            return new Poller(select, Selector.open());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot open a selector: " + e.getMessage(), e);
        }
    }

    private Poller(Select select, Selector selector) {
        this.select = select;
        this.selector = selector;
    }

    /** With a consumer no set of selected keys is filled and emptied. */
    public static int select(Selector selector, Consumer<SelectionKey> ready, long timeoutMillis) throws IOException {
        return timeoutMillis == 0
                ? selector.selectNow(ready)
                : selector.select(ready, Math.max(timeoutMillis, 0)); // 0 is "for ever" there
    }

    /** Registers a socket; the key is also the way to its interest, and to its leaving. */
    public SelectionKey register(SocketChannel channel, int interest, Polled polled) throws ClosedChannelException {
        return channel.register(selector, interest, polled);
    }

    /** Ends {@link #await}, now or the next time; costs a system call only where the thread sleeps. */
    public void wake() {
        if (!awake.getAndSet(true)) {
            selector.wakeup();
        }
    }

    /** Serves what is ready and lets go of the cancelled. Does not wait. */
    public void now() throws IOException {
        poll(0);
    }

    /**
     * As {@link #now}, but waits for something to be ready, {@link #wake} or the time.
     *
     * @param idle asked when from now on {@link #wake} will be heeded: whether there is still nothing to do
     * @return false: nothing was ready and nobody woke it; the time is up, or it {@linkplain #returnedEarly spins}
     */
    public boolean await(long nanos, BooleanSupplier idle) throws IOException {
        awake.set(false);
        if (!idle.getAsBoolean()) {
            awake.lazySet(true);
            now();
            return true;
        }
        int ready = poll(nanos == Timers.NEVER ? FOR_EVER : nanos / NANOS_A_MILLI + 1); // never before the time
        boolean woken = awake.get();
        awake.lazySet(true);
        if (ready == 0 && !woken) {
            return false;
        }
        earlyReturns = 0;
        return true;
    }

    private int poll(long timeoutMillis) throws IOException {
        return select.select(selector, Poller::ready, timeoutMillis);
    }

    private static void ready(SelectionKey key) {
        ((Polled) key.attachment()).ready();
    }

    /** {@link #await} came back with nothing, and before the time. Where that goes on, another selector may do better. */
    public void returnedEarly() {
        boolean interrupted = Thread.interrupted(); // would end every further wait at once
        if (++earlyReturns < EARLY_RETURNS_BEFORE_REBUILD) {
            return;
        }
        earlyReturns = 0;
        boolean first = spinning.happened(); // what makes it spin may go on with the next selector
        try {
            rebuild();
            if (first) {
                LOG.warn(
                        "event=selector-rebuilt cause=spinning returns={} interrupted={}",
                        EARLY_RETURNS_BEFORE_REBUILD,
                        interrupted);
            }
        } catch (IOException e) {
            if (first) {
                LOG.error(
                        "event=selector-not-rebuilt cause=spinning action=\"free descriptors\" error=\"{}\"",
                        Reason.of(e));
            }
        }
    }

    private static void spinsNoMore(Spell.Past past) {
        if (past.times() > 1) {
            LOG.info("event=selector-spins-no-more rebuilt={} during=\"{}\"", past.times(), past.length());
        }
    }

    private void rebuild() throws IOException {
        Selector old = selector;
        Selector fresh = Selector.open();
        for (Polled polled : polled()) {
            polled.move(fresh);
        }
        selector = fresh;
        old.close();
    }

    /** Those that have not begun to leave. */
    public Collection<Polled> polled() {
        List<Polled> all = new ArrayList<>();
        for (SelectionKey key : selector.keys()) {
            if (key.isValid()) {
                all.add((Polled) key.attachment());
            }
        }
        return all;
    }

    /** Every socket is registered nowhere afterwards. */
    public void close() {
        try {
            selector.close();
        } catch (IOException e) {
            Failures.HERE.add(
                    "selector-close-failed",
                    "thread=" + Thread.currentThread().getName(),
                    "its descriptors may stay open until a restart",
                    e);
        }
    }
}
