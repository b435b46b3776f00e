package org.penstock.proxy.keeper.internal;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.Channel;
import java.nio.channels.ServerSocketChannel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.penstock.proxy.keeper.Buffers;
import org.penstock.proxy.keeper.Keeper;
import org.penstock.proxy.keeper.ParkedSession;

/** The keeper. Its one thread closes sessions nobody came for. */
public final class SocketKeeper implements Keeper {
    /** As many as the system allows: it cuts this to its own limit. */
    private static final int BACKLOG = 65_535;

    private record Entry(ParkedSession session, long deadline, Future<?> expiry) {}

    private final Buffers buffers;
    private final LongSupplier nanoClock;
    private final Map<InetSocketAddress, ServerSocketChannel> listeners = new HashMap<>(); // under this object's lock
    private final List<Entry> entries = new ArrayList<>(); // likewise
    private final Remains remains = new Remains(); // likewise
    private final ScheduledThreadPoolExecutor expiry = new ScheduledThreadPoolExecutor(1, run -> {
        Thread t = new Thread(null, run, "penstock-keeper", 0, false);
        t.setDaemon(true);
        t.setContextClassLoader(null);
        return t;
    });
    private final AtomicLong sessions;
    private long taken; // under this object's lock
    private long expired; // likewise
    private boolean closed; // likewise

    public SocketKeeper(Buffers buffers, LongSupplier nanoClock) {
        this(buffers, nanoClock, System.currentTimeMillis());
    }

    /**
     * @param startMillis the wall clock: times 1,024 it stays below 2^53 until the year 2248, and more sessions than a
     *     million a second, on an average of its whole life, no earlier process has had
     */
    SocketKeeper(Buffers buffers, LongSupplier nanoClock, long startMillis) {
        this.buffers = buffers;
        this.nanoClock = nanoClock;
        this.sessions = new AtomicLong(startMillis << 10);
        // Now, by who starts this bundle: a thread made by who parks first would keep that core's class loader for
        // good.
        expiry.prestartCoreThread();
        expiry.setRemoveOnCancelPolicy(true);
    }

    @Override
    public synchronized ServerSocketChannel listen(InetSocketAddress address) throws IOException {
        if (closed) {
            throw new IOException("the keeper has been stopped");
        }
        ServerSocketChannel open = listeners.get(address);
        if (open != null && open.isOpen()) {
            return open;
        }
        ServerSocketChannel fresh = ServerSocketChannel.open();
        try {
            fresh.configureBlocking(false);
            fresh.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            fresh.bind(address, BACKLOG);
        } catch (IOException | RuntimeException e) {
            fresh.close();
            throw e;
        }
        listeners.put(address, fresh);
        return fresh;
    }

    @Override
    public synchronized Set<InetSocketAddress> listening() {
        return Set.copyOf(listeners.keySet());
    }

    @Override
    public synchronized void unlisten(InetSocketAddress address) {
        close(listeners.remove(address));
    }

    @Override
    public synchronized void park(ParkedSession session, long timeoutNanos) {
        if (closed) {
            discard(session);
            return;
        }
        entries.add(new Entry(
                session,
                nanoClock.getAsLong() + timeoutNanos,
                expiry.schedule(this::expire, timeoutNanos, TimeUnit.NANOSECONDS)));
    }

    synchronized void expire() {
        long now = nanoClock.getAsLong();
        for (Iterator<Entry> i = entries.iterator(); i.hasNext(); ) {
            Entry e = i.next();
            if (e.deadline - now <= 0) {
                i.remove();
                expired++;
                discard(e.session);
                remains.add(e.session);
            }
        }
    }

    @Override
    public synchronized List<ParkedSession> take(String proxy) {
        List<ParkedSession> found = remains.take(proxy);
        int closed = found.size();
        for (Iterator<Entry> i = entries.iterator(); i.hasNext(); ) {
            Entry e = i.next();
            if (e.session.proxy().equals(proxy)) {
                i.remove();
                e.expiry.cancel(false);
                found.add(e.session);
            }
        }
        taken += found.size() - closed;
        return found;
    }

    @Override
    public synchronized ParkCounts parked() {
        return new ParkCounts(entries.size(), taken, expired);
    }

    @Override
    public long nextSession() {
        return sessions.incrementAndGet();
    }

    public synchronized void close() {
        closed = true;
        expiry.shutdownNow();
        listeners.values().forEach(SocketKeeper::close);
        listeners.clear();
        entries.forEach(e -> discard(e.session));
        entries.clear();
    }

    private void discard(ParkedSession s) {
        close(s.client());
        close(s.server());
        s.buffers().forEach(buffers::give);
    }

    private static void close(Channel c) {
        if (c != null) {
            try {
                c.close();
            } catch (IOException e) {
                // A socket whose close fails is closed all the same.
            }
        }
    }
}
