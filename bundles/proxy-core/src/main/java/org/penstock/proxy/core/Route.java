package org.penstock.proxy.core;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.penstock.proxy.core.config.ProxyConfig;
import org.penstock.proxy.core.config.Tuning;
import org.penstock.proxy.core.session.Lane;
import org.penstock.proxy.core.session.SessionHost;
import org.penstock.proxy.keeper.Buffers;
import org.penstock.transport.api.Transport;
import org.penstock.transport.api.TransportOptions;

/** The lanes a proxy has opened on one generation of a transport. Any thread. */
final class Route {
    private final Generation<Transport> transport;
    private final List<Lane> lanes;
    private final AtomicInteger next = new AtomicInteger();

    private Route(Generation<Transport> transport, List<Lane> lanes) {
        this.transport = transport;
        this.lanes = List.copyOf(lanes);
    }

    /** @throws RuntimeException the transport did not open its strands; none is left open */
    static Route open(Generation<Transport> transport, ProxyConfig config, SessionHost host, Buffers buffers) {
        Tuning t = config.tuning();
        int strands =
                t.strands() > 0 ? t.strands() : transport.service().traits().strands();
        List<Lane> lanes = new ArrayList<>();
        try {
            for (int i = 0; i < strands; i++) {
                TransportOptions options = new TransportOptions(
                        config.name() + "-" + transport.name() + "-" + i,
                        t.readBuffer(),
                        t.sendBuffer(),
                        t.receiveBuffer(),
                        Math.max(t.readBuffer(), 256 * 1024),
                        t.writes());
                Lane lane = new Lane(transport.service(), options, buffers);
                lanes.add(lane);
                lane.execute(() -> lane.watch(host));
            }
        } catch (RuntimeException | Error e) {
            lanes.forEach(l -> l.close(() -> {}));
            throw e;
        }
        return new Route(transport, lanes);
    }

    Generation<Transport> transport() {
        return transport;
    }

    /** Whether all its strands run; else one has ended by itself, or their transport has. */
    boolean runs() {
        try {
            lanes.forEach(l -> l.execute(() -> {}));
            return true;
        } catch (RejectedExecutionException e) {
            return false;
        }
    }

    /** Sessions can be taken over from, and by, other transports; else they stay until they end. */
    boolean moves() {
        return transport.service().traits().adopts();
    }

    /** How many sessions are here; -1 where a strand had not answered at the deadline. */
    long sessions(long deadline) {
        LongAdder sum = new LongAdder();
        return onEach(lane -> sum.add(lane.sessions().size()), deadline) ? sum.sum() : -1;
    }

    Lane next() {
        return lanes.get(Math.floorMod(next.getAndIncrement(), lanes.size()));
    }

    /** Takes every session off; false where some were still there at the end of its time. */
    boolean leave(Lane.Destination to, Pace pace) {
        CountDownLatch left = new CountDownLatch(lanes.size());
        for (Lane l : lanes) {
            try {
                l.leave(pace.hurry(), to, left::countDown);
            } catch (RejectedExecutionException e) {
                left.countDown(); // closed under its sessions: they have gone with it
            }
        }
        return pace.await(left);
    }

    /** Runs a task on each strand that still runs; false where one had not at the deadline. */
    boolean onEach(Consumer<Lane> task, long deadline) {
        CountDownLatch ran = new CountDownLatch(lanes.size());
        for (Lane l : lanes) {
            try {
                l.execute(() -> {
                    try {
                        task.accept(l);
                    } finally {
                        ran.countDown();
                    }
                });
            } catch (RejectedExecutionException e) {
                ran.countDown();
            }
        }
        return Await.latch(ran, deadline);
    }

    /** Ends the strands; what is still on them is closed. False where some thread was left at the deadline. */
    boolean close(long deadline) {
        CountDownLatch closed = new CountDownLatch(lanes.size());
        lanes.forEach(l -> l.close(closed::countDown));
        return Await.latch(closed, deadline);
    }
}
