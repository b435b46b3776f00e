package org.penstock.proxy.core.session;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.penstock.log.support.Reason;
import org.penstock.proxy.core.record.Complaints;
import org.penstock.proxy.keeper.Buffers;
import org.penstock.transport.api.BufferPool;
import org.penstock.transport.api.Strand;
import org.penstock.transport.api.Transport;
import org.penstock.transport.api.TransportOptions;

/** A strand, the sessions on it and their buffers. On the strand but for {@link #execute} and what says otherwise. */
public final class Lane implements Executor {
    private static final long TICK_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final int PLANNED = 4;

    /** Where sessions that leave go to; {@code arrived} is to be run, on any thread, when one is in its new place. */
    public interface Destination {
        void take(Session s, Runnable arrived);
    }

    private final LaneBuffers buffers;
    private final Strand strand;
    private final Set<Session> sessions = new LinkedHashSet<>();

    /** Opens a strand. From any thread. */
    public Lane(Transport transport, TransportOptions options, Buffers store) {
        buffers = new LaneBuffers(store);
        strand = transport.open(buffers, options);
    }

    Strand strand() {
        return strand;
    }

    BufferPool buffers() {
        return buffers;
    }

    /** From any thread. */
    @Override
    public void execute(Runnable task) {
        strand.execute(task);
    }

    void add(Session s) {
        sessions.add(s);
    }

    void remove(Session s) {
        sessions.remove(s);
    }

    /** Those here now; the list stays as it is. */
    public List<Session> sessions() {
        return new ArrayList<>(sessions);
    }

    /** From now on and every second: what is due in its sessions, and buffers nobody needs are given back. */
    public void watch(SessionHost host) {
        strand.schedule(
                () -> {
                    watch(host);
                    buffers.trim();
                    long idle = host.config().limits().idle().toNanos();
                    sessions().forEach(s -> tick(s, idle, host.complaints()));
                },
                TICK_NANOS);
    }

    /** What goes wrong with one is no reason to leave out the others. */
    private static void tick(Session s, long idleNanos, Complaints complaints) {
        try {
            s.tick(idleNanos);
        } catch (RuntimeException | Error e) {
            complaints.error("session", "session=" + s.facts().session() + " failed, and is ended", e);
            end(s, "it failed: " + Reason.of(e), complaints);
        }
    }

    private static void end(Session s, String reason, Complaints complaints) {
        try {
            s.fail(reason);
        } catch (RuntimeException | Error e) {
            complaints.error("session", "session=" + s.facts().session() + " could not be ended", e);
        }
    }

    /**
     * From any thread: takes every session off, a few at a time as long as there is no {@code hurry}, the next ones when
     * the former have arrived, so that each stands still for a short while only and the others flow on. No session may be
     * added any more but those that come back.
     *
     * @param done when nobody is left here
     * @throws RejectedExecutionException the strand has closed under its sessions, and has closed them
     */
    public void leave(BooleanSupplier hurry, Destination to, Runnable done) {
        strand.execute(() -> new Departure(hurry, to, done).moveSome());
    }

    private final class Departure {
        private final BooleanSupplier hurry;
        private final Destination to;
        private final List<Session> waiting = sessions();
        private final Runnable done;
        private int next;
        private int moving;
        private boolean over;

        Departure(BooleanSupplier hurry, Destination to, Runnable done) {
            this.hurry = hurry;
            this.to = to;
            this.done = done;
        }

        void moveSome() {
            while (next < waiting.size() && (moving < PLANNED || hurry.getAsBoolean())) {
                Session s = waiting.get(next++);
                if (sessions.contains(s)) {
                    moving++;
                    s.leave(() -> left(s));
                }
            }
            if (next == waiting.size() && moving == 0 && !over) {
                over = true;
                done.run();
            }
        }

        private void left(Session s) {
            if (s.isOver()) {
                arrived();
            } else {
                to.take(s, this::arrived);
            }
        }

        private void arrived() {
            try {
                strand.execute(() -> {
                    moving--;
                    moveSome();
                });
            } catch (RejectedExecutionException e) {
                // The deadline is over and the lane closed: nobody waits for the others any more.
            }
        }
    }

    /**
     * From any thread: ends the strand, gives its buffers back, and to their host the sessions whose last records still
     * wait; {@code done} on any thread.
     */
    public void close(Runnable done) {
        strand.close().thenRun(() -> {
            buffers.close();
            sessions().forEach(Session::stranded);
            done.run();
        });
    }
}
