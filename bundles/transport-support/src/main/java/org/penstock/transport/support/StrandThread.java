package org.penstock.transport.support;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A thread of a strand. It inherits nothing of the thread that happens to start it (context class loader, inheritable
 * thread locals), for it would keep that one's bundle alive; and it does not keep the JVM alive.
 */
public final class StrandThread {
    private final Thread thread;

    public StrandThread(String name, Runnable work) {
        thread = new Thread(null, work, name, 0, false);
        thread.setDaemon(true);
        thread.setContextClassLoader(StrandThread.class.getClassLoader());
    }

    /** For who starts it otherwise: a pool of the JDK's, for example. */
    public Thread thread() {
        return thread;
    }

    /** @throws IOException the system has no thread left */
    public void start() throws IOException {
        try {
            thread.start();
        } catch (OutOfMemoryError e) {
            throw new IOException("cannot start a thread: " + e.getMessage(), e);
        }
    }

    /** Ends its {@link LockSupport#park}, now or the next time. */
    public void unpark() {
        LockSupport.unpark(thread);
    }

    public boolean isCurrent() {
        return Thread.currentThread() == thread;
    }

    /** Waits for its end, whatever interrupts the caller; false: the time is up, or it is the caller itself. */
    public boolean awaitEnd(long nanos) {
        if (isCurrent()) {
            return false;
        }
        long deadline = System.nanoTime() + nanos;
        boolean interrupted = false;
        while (thread.isAlive() && deadline - System.nanoTime() > 0) {
            try {
                TimeUnit.NANOSECONDS.timedJoin(thread, deadline - System.nanoTime());
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return !thread.isAlive();
    }
}
