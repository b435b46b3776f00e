package org.penstock.proxy.keeper.internal;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.Channel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.penstock.proxy.keeper.Buffers;
import org.penstock.proxy.keeper.ClosedSession;
import org.penstock.proxy.keeper.Keeper;
import org.penstock.proxy.keeper.ParkedSession;

/** The keeper. Its one thread closes sessions nobody came for, and writes down what is left of them. */
public final class SocketKeeper implements Keeper {
    /** As many as the system allows: it cuts this to its own limit. */
    private static final int BACKLOG = 65_535;

    private static final long LOOK_MILLIS = 1_000;
    private static final String TOO_MANY = "too many wait for a core to end them";
    private static final String STOPPED = "the proxy's keeper was stopped while the core was away";

    private record Entry(ParkedSession session, long timeoutNanos, long deadline) {}

    private final Buffers buffers;
    private final LongSupplier nanoClock;
    private final Map<InetSocketAddress, ServerSocketChannel> listeners = new HashMap<>(); // under this object's lock
    private final List<Entry> entries = new ArrayList<>(); // likewise
    private final Map<String, byte[]> notes = new HashMap<>(); // likewise
    private final Remains remains = new Remains(); // likewise
    private final RemainsKeeping keeping;
    private final ScheduledThreadPoolExecutor expiry = new ScheduledThreadPoolExecutor(1, run -> {
        Thread t = new Thread(null, run, "penstock-keeper", 0, false);
        t.setDaemon(true);
        t.setContextClassLoader(null);
        return t;
    });
    private final Future<?> looks;
    private final AtomicLong sessions;
    private long taken; // under this object's lock
    private long expired; // likewise
    private boolean closed; // likewise

    /** One that remembers closed sessions in memory alone. */
    public SocketKeeper(Buffers buffers, LongSupplier nanoClock) {
        this(buffers, nanoClock, closed -> {});
    }

    SocketKeeper(Buffers buffers, LongSupplier nanoClock, RemainsKeeping.Place place) {
        this(buffers, nanoClock, place, System.currentTimeMillis());
    }

    /**
     * @param place for what is left of closed sessions
     * @param startMillis the wall clock: times 1,024 it stays below 2^53 until the year 2248, and more sessions than a
     *     million a second, on an average of its whole life, no earlier process has had
     */
    SocketKeeper(Buffers buffers, LongSupplier nanoClock, RemainsKeeping.Place place, long startMillis) {
        this.buffers = buffers;
        this.nanoClock = nanoClock;
        this.keeping = new RemainsKeeping(place, this::closedSessions);
        this.sessions = new AtomicLong(startMillis << 10);
        // Now, by who starts this bundle: a thread made by who parks first would keep that core's class loader for
        // good. One look for all of them, not one for each, also makes it one line that tells of them.
        looks = expiry.scheduleWithFixedDelay(this::look, LOOK_MILLIS, LOOK_MILLIS, TimeUnit.MILLISECONDS);
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
    public void park(ParkedSession session, long timeoutNanos) {
        synchronized (this) {
            if (!closed) {
                entries.add(new Entry(session, timeoutNanos, nanoClock.getAsLong() + timeoutNanos));
                return;
            }
        }
        end(session, STOPPED);
        KeeperNews.forgotten(1, "the keeper had been stopped when they came");
    }

    /** One that fails is not the last: the executor would give none any more. */
    private void look() {
        try {
            expire();
        } catch (RuntimeException | Error e) {
            KeeperNews.mistake("a look for sessions nobody came for has failed", e);
        }
    }

    void expire() {
        List<ClosedSession> over = new ArrayList<>();
        int forgotten;
        synchronized (this) {
            long now = nanoClock.getAsLong();
            for (Iterator<Entry> i = entries.iterator(); i.hasNext(); ) {
                Entry e = i.next();
                if (e.deadline - now <= 0) {
                    i.remove();
                    expired++;
                    over.add(end(
                            e.session, "no proxy core for " + TimeUnit.NANOSECONDS.toMillis(e.timeoutNanos) + " ms"));
                }
            }
            forgotten = remains.add(over);
        }
        KeeperNews.closed(over);
        KeeperNews.forgotten(forgotten, TOO_MANY);
        keeping.save();
    }

    /** What is remembered of closed sessions, whether a core has it already or not. */
    public synchronized List<ClosedSession> closedSessions() {
        return remains.all();
    }

    @Override
    public synchronized List<ParkedSession> take(String proxy) {
        List<ParkedSession> found = new ArrayList<>();
        for (Iterator<Entry> i = entries.iterator(); i.hasNext(); ) {
            Entry e = i.next();
            if (e.session.proxy().equals(proxy)) {
                i.remove();
                found.add(e.session);
            }
        }
        taken += found.size();
        return found;
    }

    @Override
    public synchronized List<ClosedSession> takeClosed(String proxy) {
        return remains.take(proxy);
    }

    @Override
    public synchronized void keepNote(String proxy, byte[] note) {
        notes.put(proxy, note.clone());
    }

    @Override
    public synchronized Optional<byte[]> takeNote(String proxy) {
        return Optional.ofNullable(notes.remove(proxy));
    }

    @Override
    public void forgetClosed(Collection<Long> sessions) {
        synchronized (this) {
            remains.forget(sessions);
            if (closed) {
                return; // what was left to the next keeper is its own
            }
        }
        expiry.execute(keeping::save); // nobody who calls waits for the disk
    }

    @Override
    public synchronized ParkCounts parked() {
        return new ParkCounts(entries.size(), taken, expired);
    }

    @Override
    public long nextSession() {
        return sessions.incrementAndGet();
    }

    /** What an earlier keeper has left, where it was kept. */
    public void inherit(List<ClosedSession> left) {
        keeping.found(left);
        synchronized (this) {
            remains.add(left);
        }
    }

    /** Closes everything; answers what is left for the next keeper, once that is where it is kept. */
    public List<ClosedSession> close() {
        List<ClosedSession> over;
        int forgotten;
        synchronized (this) {
            closed = true;
            looks.cancel(false);
            expiry.shutdown();
            listeners.values().forEach(SocketKeeper::close);
            listeners.clear();
            over = entries.stream().map(e -> end(e.session, STOPPED)).toList();
            entries.clear();
            forgotten = remains.add(over);
        }
        KeeperNews.closed(over);
        KeeperNews.forgotten(forgotten, TOO_MANY);
        keeping.end();
        return closedSessions();
    }

    private ClosedSession end(ParkedSession s, String reason) {
        tell(s.client(), s.words());
        close(s.client());
        close(s.server());
        s.buffers().forEach(this::give);
        return new ClosedSession(s.proxy(), s.session(), s.state(), reason);
    }

    /** The words fit as long as the client has said nothing since they were chosen. */
    private static void tell(SocketChannel client, byte[] words) {
        try {
            if (client != null && words.length > 0 && client.read(ByteBuffer.allocate(1)) == 0) {
                client.write(ByteBuffer.wrap(words));
            }
        } catch (IOException | RuntimeException | Error e) {
            // Nobody is there to hear them, or there is no memory for them: it is closed all the same.
        }
    }

    private void give(ByteBuffer b) {
        try {
            buffers.give(b);
        } catch (RuntimeException | Error e) { // costs the other sessions nothing
            KeeperNews.mistake("a parked session's buffer was not taken back", e);
        }
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
