package org.penstock.transport.netty;

import io.netty.channel.IoHandlerFactory;
import io.netty.channel.IoRegistration;
import io.netty.channel.ManualIoEventLoop;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.penstock.transport.support.Timers;

/**
 * Netty's event loop, turned by the strand's thread.
 *
 * <p>Threads: {@link #wake} from any; all else on the thread that called {@link #own}.
 */
final class IoLoop extends ManualIoEventLoop {
    /** The selector's waits are rounded to the nearest millisecond: without this one could end before its time. */
    private static final long SLACK_NANOS = TimeUnit.MICROSECONDS.toNanos(500);

    private static final int ENDED = 1 << 31;

    private final BooleanSupplier idle;
    private final AtomicInteger wakers = new AtomicInteger(); // within wake; and whether it has ended

    /**
     * @param idle asked when from now on {@link #wake} will be heeded: whether there is nothing to do
     * @throws UncheckedIOException the system has no descriptor left, or lets nobody use this kind
     */
    static IoLoop open(IoHandlerFactory handlers, BooleanSupplier idle) {
        try {
            return new IoLoop(handlers, idle);
        } catch (RuntimeException e) { // each kind throws another one
            throw new UncheckedIOException(new IOException("cannot open an event loop: " + e.getMessage(), e));
        }
    }

    private IoLoop(IoHandlerFactory handlers, BooleanSupplier idle) {
        super(null, null, handlers);
        this.idle = idle;
    }

    /** From now on this thread turns the loop. */
    void own() {
        setOwningThread(Thread.currentThread());
    }

    @Override
    protected boolean canBlock() {
        return idle.getAsBoolean();
    }

    /** @throws IOException the socket cannot be waited for */
    void add(Watch watch) throws IOException {
        Future<IoRegistration> registered = register(watch); // at once, on the loop's own thread
        if (!registered.isSuccess()) {
            throw new IOException("cannot wait for the socket: " + registered.cause(), registered.cause());
        }
        watch.begin(registered.getNow());
    }

    /** Tells what is ready and lets go of those that leave; waits for it, for {@link #wake} or for the time. */
    void await(long nanos) {
        run(nanos == Timers.NEVER ? 0 : nanos + SLACK_NANOS); // 0 is "for ever" there
    }

    /** As {@link #await}, but does not wait. */
    void now() {
        runNow();
    }

    /**
     * Ends {@link #await}, now or the next time. Not once the loop ends: who is put aside in the middle of Netty's wakeup
     * would write to a descriptor, and the kernel to memory, that are somebody else's by then.
     */
    void wake() {
        try {
            if (wakers.incrementAndGet() > 0) {
                wakeup();
            }
        } finally {
            wakers.decrementAndGet();
        }
    }

    /** Whatever happens, no descriptor is left afterwards. */
    void end() {
        wakers.accumulateAndGet(ENDED, (now, ended) -> now | ended);
        while (wakers.get() != ENDED) {
            Thread.onSpinWait(); // for a system call at most
        }
        Future<?> over = shutdownGracefully(0, 0, TimeUnit.NANOSECONDS);
        while (!over.isDone()) {
            runNow();
        }
    }
}
