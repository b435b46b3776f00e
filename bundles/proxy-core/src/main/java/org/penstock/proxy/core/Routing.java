package org.penstock.proxy.core;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.penstock.log.support.Reason;
import org.penstock.proxy.api.MoveReport;
import org.penstock.proxy.core.session.Lane;
import org.penstock.proxy.core.session.Session;
import org.penstock.proxy.core.session.SessionHost;
import org.penstock.proxy.keeper.Buffers;
import org.penstock.transport.api.Transport;

/**
 * Which transport serves a proxy's sessions, and how they get from one to another. Changes under the core's lock; sessions
 * themselves are touched on their strands only.
 *
 * <p>The order of a move: the new route's strands are opened; under the acceptor's gate the route is switched, so that
 * every session accepted before is queued on the old strands ahead of the task that takes all off; each session leaves on
 * its old strand, and arrives on its new one when no thread of the old knows its sockets any more. Nothing is flushed:
 * bytes on their way travel along.
 *
 * <p>Where one of the two transports cannot move open sockets, only new sessions go to the new one; the old route goes on
 * beside it until its sessions have ended, or until a route comes that both can move to.
 */
final class Routing {
    /** After its sessions have left, a route's threads end at once, or something is wrong with the transport. */
    private static final long CLOSING_NANOS = TimeUnit.MILLISECONDS.toNanos(400);

    /** Lets new sessions in, or not, and changes what they are given to while none is on its way. */
    interface Gate {
        void set(boolean open, Runnable withGate);
    }

    private final SessionHost host;
    private final Buffers buffers;
    private final Gate gate;
    private final WaitingRoom waiting;
    private final List<Route> finishing = new CopyOnWriteArrayList<>(); // changed under the core's lock
    private volatile Route route; // null: no transport

    Routing(SessionHost host, Buffers buffers, Gate gate, WaitingRoom waiting) {
        this.host = host;
        this.buffers = buffers;
        this.gate = gate;
        this.waiting = waiting;
    }

    /** The route in use; null while there is no transport. */
    Route route() {
        return route;
    }

    Generation<Transport> transport() {
        Route r = route;
        return r == null ? null : r.transport();
    }

    /** Shows a task every session on a strand, there, with its transport's name; false where some strand was too late. */
    boolean onEach(BiConsumer<Session, String> task, long deadline) {
        boolean all = true;
        for (Route r : routes()) {
            String name = r.transport().name();
            all &= r.onEach(lane -> lane.sessions().forEach(s -> task.accept(s, name)), deadline);
        }
        return all;
    }

    private List<Route> routes() {
        Route r = route;
        return r == null
                ? List.copyOf(finishing)
                : Stream.concat(Stream.of(r), finishing.stream()).toList();
    }

    /** How many sessions each transport has, as far as strands answer in time. */
    Map<Generation<Transport>, Long> sessions(long deadline) {
        Map<Generation<Transport>, Long> all = new HashMap<>();
        routes().forEach(r -> all.merge(r.transport(), Math.max(0, r.sessions(deadline)), Long::sum));
        return all;
    }

    /**
     * Moves everything to a transport, or into the waiting room; what other transports are to finish stays with them.
     *
     * @param next null: no transport
     * @param oldStays the transport in use is not going: sessions that cannot move may stay with it
     * @return not done where the transport did not open its strands, or sessions have gone back: then all is as before
     */
    MoveReport moveTo(Generation<Transport> next, boolean oldStays, Pace pace) {
        Move move = new Move(route, pace);
        if (next != null) {
            try {
                move.fresh = Route.open(next, host.config(), host, buffers);
            } catch (RuntimeException | Error e) {
                return move.report(false, "transport " + next.name() + " did not open its strands: " + Reason.of(e));
            }
        }
        switchTo(move.fresh);
        if (move.old != null && move.fresh != null && oldStays && !(move.old.moves() && move.fresh.moves())) {
            return move.stay();
        }
        if (move.old != null && !move.leave(move.old, move.fresh)) {
            move.problem = "not every session had left " + move.old.transport() + " in time";
        }
        if (move.refused.size() > 0 && oldStays && move.old != null) {
            return move.back();
        }
        move.settle();
        if (move.fresh != null) {
            move.sendAll(waiting.takeAll(), move.fresh);
        }
        move.end(move.old);
        move.rejoin();
        return move.report(true, move.problem);
    }

    /** A transport goes that had sessions to finish: they go where new ones go, or wait. */
    List<MoveReport> transportGoes(Generation<Transport> gone, Pace pace) {
        return finishing.stream()
                .filter(over -> gone.equals(over.transport()))
                .map(over -> new Move(over, pace).away())
                .toList();
    }

    /** Everything goes into the waiting room. */
    List<MoveReport> end(Pace pace) {
        List<MoveReport> reports = new ArrayList<>();
        if (route != null) {
            reports.add(moveTo(null, false, pace));
        }
        finishing.forEach(over -> reports.add(new Move(over, pace).away()));
        return reports;
    }

    /** Ends the routes whose sessions have ended. */
    void retire(long deadline) {
        for (Route over : finishing) {
            if (over.sessions(deadline) == 0) {
                new Move(over, Pace.hurried(deadline)).end(over);
            }
        }
    }

    boolean someoneWaits() {
        return waiting.size() > 0;
    }

    /** Sends who waits to the route in use, where there is one. */
    void admit(Pace pace) {
        if (route != null && waiting.size() > 0) {
            new Move(route, pace).sendAll(waiting.takeAll(), route);
        }
    }

    private void switchTo(Route r) {
        gate.set(r != null, () -> route = r);
    }

    private void keepWaiting(Session s) {
        waiting.add(s, System.nanoTime() + host.config().limits().park().toNanos());
    }

    /** One move, from its beginning to its report. */
    private final class Move {
        private final long begun = System.nanoTime();
        private final long cutOffBefore = host.cutOff();
        private final Route old;
        private final Pace pace;
        private final Tally tally = new Tally();
        private final WaitingRoom refused = new WaitingRoom(); // closed when nobody looks any more: see settle
        private Route fresh;
        private String problem = "";

        Move(Route old, Pace pace) {
            this.old = old;
            this.pace = pace;
        }

        boolean leave(Route from, Route to) {
            return leave(from, to, refused);
        }

        private boolean leave(Route from, Route to, WaitingRoom notTaken) {
            return from.leave(
                    (s, arrived) -> {
                        if (to == null) {
                            keepWaiting(s);
                            arrived.run();
                        } else {
                            send(s, to, r -> notTaken.add(r, pace.deadline()), arrived);
                        }
                    },
                    pace);
        }

        /** Sends sessions that are on no lane, and waits for them to arrive; those that are not taken over wait on. */
        void sendAll(List<Session> some, Route to) {
            CountDownLatch there = new CountDownLatch(some.size());
            some.forEach(s -> send(s, to, Routing.this::keepWaiting, there::countDown));
            pace.await(there);
        }

        private void send(Session s, Route to, Consumer<Session> otherwise, Runnable arrived) {
            Lane lane = to.next();
            try {
                lane.execute(() -> s.arrive(lane, taken -> {
                    if (taken) {
                        tally.moved.incrementAndGet();
                        tally.longestPause.accumulate(s.stoodStillNanos());
                    } else {
                        tally.returned.incrementAndGet();
                        otherwise.accept(s);
                    }
                    arrived.run();
                }));
            } catch (RejectedExecutionException e) { // closed meanwhile
                tally.returned.incrementAndGet();
                otherwise.accept(s);
                arrived.run();
            }
        }

        /** No transport to go back to: those that were not taken over, in time or later, wait for another one. */
        void settle() {
            int some = refused.size();
            if (some > 0) {
                problem = some + " sessions were not taken over and wait for another transport";
            }
            refused.close(Routing.this::keepWaiting);
        }

        /** The new transport would not take some: all go back to the old one. */
        MoveReport back() {
            String reason = refused.size() + " sessions were not taken over by "
                    + fresh.transport().name() + "; all are back";
            List<Session> stranded = refused.takeAll();
            switchTo(old);
            tally.moved.set(0);
            leave(fresh, old);
            sendAll(stranded, old);
            long back = tally.moved.getAndSet(0);
            tally.returned.set(back);
            settle();
            end(fresh);
            return report(false, problem.isEmpty() ? reason : reason + " but for some: " + problem);
        }

        /** The old route goes on beside the new one. */
        MoveReport stay() {
            long staying = old.sessions(pace.deadline());
            sendAll(waiting.takeAll(), fresh);
            rejoin();
            if (staying == 0) {
                end(old);
                return report(true, problem);
            }
            finishing.add(old);
            Route stiff = old.moves() ? fresh : old;
            return report(
                    true,
                    "open sessions that stay on " + old.transport().name() + " until they end: "
                            + (staying < 0 ? "not known" : staying) + "; transport "
                            + stiff.transport().name() + " cannot move them");
        }

        /** Those who were to end where they are come along, where they can. */
        void rejoin() {
            if (fresh == null || !fresh.moves()) {
                return;
            }
            for (Route beside : finishing) {
                if (beside.moves()) {
                    WaitingRoom notTaken = new WaitingRoom();
                    leave(beside, fresh, notTaken);
                    List<Session> stranded = notTaken.takeAll();
                    sendAll(stranded, beside);
                    notTaken.close(Routing.this::keepWaiting);
                    if (stranded.isEmpty()) {
                        end(beside);
                    }
                }
            }
        }

        /** The old route was only to finish, and cannot. */
        MoveReport away() {
            if (!leave(old, route)) {
                problem = "not every session had left " + old.transport() + " in time";
            }
            settle();
            end(old);
            return report(true, problem);
        }

        void end(Route over) {
            finishing.remove(over);
            if (over != null && !over.close(Math.min(pace.deadline(), System.nanoTime()) + CLOSING_NANOS)) {
                problem = "transport " + over.transport() + " has not ended its threads in time";
            }
        }

        MoveReport report(boolean done, String why) {
            return new MoveReport(
                    host.config().name(),
                    old == null ? "" : old.transport().name(),
                    transport() == null ? "" : transport().name(),
                    done,
                    tally.moved.get(),
                    tally.returned.get(),
                    host.cutOff() - cutOffBefore,
                    System.nanoTime() - begun,
                    tally.longestPause.get(),
                    why);
        }
    }
}
