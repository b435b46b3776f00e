package org.penstock.proxy.core;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.penstock.proxy.core.record.Complaints;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A thread of the core's for changes: they run in the order they came, the first ones when the core has been activated. */
final class ControlThread {
    private static final Logger LOG = LoggerFactory.getLogger(ControlThread.class);

    private final String name;
    private final Complaints complaints;
    private final List<Runnable> early = new ArrayList<>(); // under this object's lock
    private ScheduledThreadPoolExecutor executor; // likewise; null: not started
    private boolean stopped; // likewise

    ControlThread(String name) {
        this.name = name;
        this.complaints = new Complaints(name, System::nanoTime);
    }

    synchronized void start() {
        executor = new ScheduledThreadPoolExecutor(1, run -> {
            Thread t = new Thread(null, run, name, 0, false);
            t.setDaemon(true);
            return t;
        });
        executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        early.forEach(this::run);
        early.clear();
    }

    synchronized void run(Runnable change) {
        if (executor == null && !stopped) {
            early.add(change);
        } else {
            later(0, change);
        }
    }

    synchronized void later(long millis, Runnable change) {
        if (executor != null && !stopped) {
            Future<?> unused = executor.schedule(() -> guarded(change), millis, TimeUnit.MILLISECONDS);
        }
    }

    synchronized void every(long millis, Runnable change) {
        if (executor != null && !stopped) {
            Future<?> unused =
                    executor.scheduleWithFixedDelay(() -> guarded(change), millis, millis, TimeUnit.MILLISECONDS);
        }
    }

    /** Runs nothing any more; what runs now ends by itself, and is not interrupted: it may be at work on a socket. */
    synchronized void stop() {
        stopped = true;
        early.clear();
        if (executor != null) {
            executor.shutdown();
        }
    }

    private void guarded(Runnable change) {
        try {
            change.run();
        } catch (RejectedExecutionException e) {
            LOG.debug("a strand closed under a change", e);
        } catch (RuntimeException | Error e) {
            complaints.error("change", "a change failed", e); // it may be one that comes each second
        }
        complaints.look();
    }
}
