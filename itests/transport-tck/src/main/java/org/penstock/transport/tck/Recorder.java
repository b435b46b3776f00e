package org.penstock.transport.tck;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.penstock.transport.api.CloseReason;
import org.penstock.transport.api.Connection;
import org.penstock.transport.api.ConnectionHandler;

/**
 * A connection's handler that records what it is told, checks that it may be told so, and reacts as the test says.
 *
 * <p>Threads: the handler's calls on the strand; what a test asks, from any.
 */
final class Recorder implements ConnectionHandler {
    private final Problems problems;
    private final Map<Event, Consumer<Connection>> reactions = new EnumMap<>(Event.class);
    private final List<Event> events = new ArrayList<>(); // repeated reads and writables count as one
    private final Map<Event, Integer> counts = new EnumMap<>(Event.class);
    private StrandWatch watch;
    private CheckedPool pool;
    private Connection connection; // that calls are expected of; null before the first, and once detached
    private boolean readingOn;
    private long received;
    private int largestRead;
    private CloseReason reason;

    Recorder(Problems problems) {
        this.problems = problems;
    }

    /** From here on calls come from a connection on this strand; from none before. */
    synchronized void movesTo(Lane lane) {
        watch = lane.watch();
        pool = lane.pool();
        connection = null;
        readingOn = false;
        events.remove(Event.OPENED); // it is opened anew
        counts.remove(Event.OPENED);
    }

    synchronized void expects(Connection c) {
        connection = c;
    }

    /** On the strand: what the connection was told just now. */
    synchronized void reading(boolean on) {
        readingOn = on;
    }

    /** On the strand: nothing may come any more. */
    synchronized void expectsNothing() {
        connection = null;
    }

    /** Set before the event can come. */
    synchronized Recorder on(Event event, Consumer<Connection> reaction) {
        reactions.put(event, reaction);
        return this;
    }

    @Override
    public void opened(Connection c) {
        tell(Event.OPENED, c, () -> {});
    }

    @Override
    public void read(Connection c, ByteBuffer b) {
        tell(Event.READ, c, () -> take(b));
    }

    private void take(ByteBuffer b) {
        if (!b.hasRemaining()) {
            problems.add("read gave an empty buffer");
        }
        long wrong = Pattern.firstWrong(b, received);
        if (wrong >= 0) {
            problems.add("read gave a wrong byte at " + wrong);
        }
        received += b.remaining();
        largestRead = Math.max(largestRead, b.remaining());
        pool.release(b);
    }

    @Override
    public void inputEnded(Connection c) {
        tell(Event.INPUT_ENDED, c, () -> {});
    }

    @Override
    public void writable(Connection c) {
        tell(Event.WRITABLE, c, () -> {});
    }

    @Override
    public void closed(Connection c, CloseReason why) {
        tell(Event.CLOSED, c, () -> reason = why);
    }

    private void tell(Event event, Connection c, Runnable effect) {
        watch.run(event.name(), () -> {
            note(event, c, effect);
            try {
                reaction(event).accept(c);
            } finally {
                wakeWaiters();
            }
        });
    }

    /** Who waits for the event sees its effect with it. */
    private synchronized void note(Event event, Connection c, Runnable effect) {
        checkOrder(event, c);
        if (events.isEmpty() || events.get(events.size() - 1) != event) {
            events.add(event);
        }
        counts.merge(event, 1, Integer::sum);
        effect.run();
    }

    private void checkOrder(Event event, Connection c) {
        if (connection == null || c != connection) {
            problems.add(event + " of a connection that is not the handler's, or not any more");
        }
        if (counts.containsKey(Event.CLOSED)) {
            problems.add(event + " after CLOSED");
        }
        boolean opens = event == Event.OPENED;
        if (opens == counts.containsKey(Event.OPENED) && event != Event.CLOSED) {
            problems.add(event + (opens ? " a second time" : " before OPENED"));
        }
        boolean input = event == Event.READ || event == Event.INPUT_ENDED;
        if (input && counts.containsKey(Event.INPUT_ENDED)) {
            problems.add(event + " after INPUT_ENDED");
        }
        if (input && !readingOn) {
            problems.add(event + " while reading is off");
        }
    }

    private synchronized Consumer<Connection> reaction(Event event) {
        return reactions.getOrDefault(event, c -> {});
    }

    private synchronized void wakeWaiters() {
        notifyAll();
    }

    synchronized long received() {
        return received;
    }

    synchronized int largestRead() {
        return largestRead;
    }

    synchronized int count(Event event) {
        return counts.getOrDefault(event, 0);
    }

    synchronized List<Event> events() {
        return List.copyOf(events);
    }

    synchronized List<Event> eventsBut(Event ignored) {
        return events.stream().filter(e -> e != ignored).toList();
    }

    synchronized CloseReason reason() {
        return reason;
    }

    void await(Event event) {
        await(event.name(), r -> r.counts.containsKey(event));
    }

    CloseReason awaitClosed() {
        await(Event.CLOSED);
        return reason();
    }

    void awaitReceived(long bytes) {
        await(bytes + " bytes", r -> r.received >= bytes);
    }

    synchronized void await(String what, Predicate<Recorder> condition) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(Waits.seconds());
        while (!condition.test(this)) {
            long left = deadline - System.nanoTime();
            if (left <= 0) {
                problems.check();
                throw new AssertionError("waited " + Waits.seconds() + " s for " + what + "; got " + this);
            }
            try {
                TimeUnit.NANOSECONDS.timedWait(this, left);
            } catch (InterruptedException e) {
                throw new AssertionError("interrupted while waiting for " + what, e);
            }
        }
    }

    @Override
    public synchronized String toString() {
        return events + ", " + counts + ", " + received + " bytes, " + reason;
    }
}
