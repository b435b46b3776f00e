package org.penstock.proxy.core;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The core's one thread for changes: they run in the order they came, the first ones when the core has been activated. */
final class ControlThread {
    private static final Logger LOG = LoggerFactory.getLogger(ControlThread.class);

    private final List<Runnable> early = new ArrayList<>(); // under this object's lock
    private ScheduledExecutorService executor; // likewise; null: not started
    private boolean stopped; // likewise

    synchronized void start() {
        executor = Executors.newSingleThreadScheduledExecutor(run -> {
            Thread t = new Thread(null, run, "penstock-proxy-control", 0, false);
            t.setDaemon(true);
            return t;
        });
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

    /** Runs nothing any more; what runs now ends by itself. */
    synchronized void stop() {
        stopped = true;
        early.clear();
        if (executor != null) {
            executor.shutdownNow();
        }
    }

    private static void guarded(Runnable change) {
        try {
            change.run();
        } catch (RejectedExecutionException e) {
            LOG.debug("a strand closed under a change", e);
        } catch (RuntimeException e) {
            LOG.error("a change failed", e);
        }
    }
}
