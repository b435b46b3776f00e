package org.penstock.proxy.swap;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.penstock.log.support.Reason;
import org.penstock.proxy.api.ProxyControl;
import org.penstock.proxy.api.SwapPlan;
import org.penstock.proxy.api.SwapReport;
import org.penstock.proxy.api.SwapRequest;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Does swaps, one at a time, on a thread of its own that nobody interrupts; and, on the same thread, sets again what was
 * chosen earlier. What is to be set again waits for proxies and transports, which come at their own time: it is tried when
 * something came, and again for a while afterwards, since the core may hear of it later than we.
 */
final class Swapper {
    private static final Logger LOG = LoggerFactory.getLogger(Swapper.class);
    private static final long AGAIN_MS = 200;

    /** By then every proxy that is configured is known, even where the machine is busy starting. */
    private static final Duration STARTING = Duration.ofSeconds(60);

    private static final Duration WORTH_TRYING = Duration.ofSeconds(10);

    private final Memory memory;
    private final Predicate<String> adopts;
    private final Supplier<ProxyControl> control;
    private final Configured configured;
    private final Restorer restorer;
    private final ScheduledThreadPoolExecutor worker;
    private final AtomicReference<String> underWay = new AtomicReference<>();
    private final long started = System.nanoTime();
    private volatile long tryUntil = started + STARTING.toNanos();
    private volatile boolean stopping;
    private Future<?> again = CompletableFuture.completedFuture(null); // worker only

    /**
     * @param adopts whether the transport of a name takes over open sessions
     * @param control the core in service, or null
     */
    Swapper(Memory memory, Predicate<String> adopts, Supplier<ProxyControl> control, Configured configured) {
        this.memory = memory;
        this.adopts = adopts;
        this.control = control;
        this.configured = configured;
        this.restorer = new Restorer(memory);
        this.worker = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(null, task, "penstock-swap", 0, false);
            thread.setDaemon(true);
            thread.setContextClassLoader(null); // not that of whoever has started this bundle
            return thread;
        });
        worker.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        worker.execute(memory::load);
    }

    // ---- operators

    SwapPlan plan(SwapRequest request) {
        return draft(control.get(), request).plan();
    }

    private Planner.Draft draft(ProxyControl now, SwapRequest request) {
        return now == null
                ? Planner.Draft.impossible("the proxies' core is not in service; see penstock:status")
                : new Planner(now, adopts).draft(request);
    }

    /** Waits for its end; an interrupt of the caller does not end it. */
    SwapReport swap(SwapRequest request) {
        String what = request.proxy().orElse("all proxies") + " to " + request.to();
        String other = underWay.compareAndExchange(null, what);
        if (other != null) {
            return notDone("another swap is under way: " + other + "; try again when it is done");
        }
        try {
            return CompletableFuture.supplyAsync(() -> swapNow(request), worker).join();
        } catch (RejectedExecutionException e) {
            return notDone("swaps are just being stopped");
        } catch (CompletionException e) {
            return notDone("the core gave up: " + Reason.of(e));
        } finally {
            underWay.set(null);
            look();
        }
    }

    private SwapReport swapNow(SwapRequest request) {
        long began = System.nanoTime();
        ProxyControl core = control.get();
        Planner.Draft draft = draft(core, request);
        if (draft.plan().obstacle().isPresent()) {
            return notDone(draft.plan().obstacle().get());
        }
        Swap.Result result = new Swap(core, () -> !stopping).run(draft.proxies(), request.to());
        boolean done = result.problem().isEmpty();
        String problem = done ? remember(core, draft.proxies(), request.to()).orElse("") : result.problem();
        long took = System.nanoTime() - began;
        LOG.info(
                "swap {} family={} to={} proxies={} took_ms={} problem=\"{}\"",
                done ? "done" : "not done",
                request.family(),
                request.to(),
                draft.proxies(),
                TimeUnit.NANOSECONDS.toMillis(took),
                problem);
        return new SwapReport(done, result.moves(), took, problem);
    }

    private Optional<String> remember(ProxyControl core, List<String> proxies, String transport) {
        proxies.forEach(proxy -> restorer.done(core, proxy));
        try {
            return memory.keep(proxies, transport, configured.transports());
        } catch (IOException e) {
            return Optional.of("not remembered over a restart: " + Reason.of(e));
        }
    }

    private static SwapReport notDone(String problem) {
        return new SwapReport(false, List.of(), 0, problem);
    }

    List<String> remembered() {
        return memory.choices().entrySet().stream().map(Swapper::line).toList();
    }

    private static String line(Map.Entry<String, Choice> e) {
        Choice c = e.getValue();
        return "proxy " + e.getKey() + " uses " + c.transport() + " instead of " + c.configured();
    }

    // ---- what was chosen earlier

    /** Something has come or changed: looks whether something can be set again. Any thread; returns at once. */
    void look() {
        long until = System.nanoTime() + WORTH_TRYING.toNanos();
        tryUntil = tryUntil - until > 0 ? tryUntil : until;
        try {
            worker.execute(this::restore);
        } catch (RejectedExecutionException e) {
            // it is stopping: nothing is to be set any more
        }
    }

    private void restore() {
        ProxyControl now = control.get();
        if (now == null || memory.choices().isEmpty()) {
            return;
        }
        boolean left;
        try {
            boolean settled = System.nanoTime() - started > STARTING.toNanos();
            left = restorer.restore(now, configured, settled);
        } catch (IOException | RuntimeException e) {
            LOG.debug("swaps cannot be set again yet", e); // a service that is just going; tried again
            left = true;
        }
        if (left && tryUntil - System.nanoTime() > 0 && !stopping) {
            again.cancel(false);
            again = worker.schedule(this::restore, AGAIN_MS, TimeUnit.MILLISECONDS);
        }
    }

    /** Lets a swap that runs come to its next step, and goes back from there. */
    void stop(Duration patience) {
        stopping = true;
        worker.shutdown();
        try {
            if (!worker.awaitTermination(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                LOG.warn("a swap has not ended within {} ms; it ends by itself", patience.toMillis());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
