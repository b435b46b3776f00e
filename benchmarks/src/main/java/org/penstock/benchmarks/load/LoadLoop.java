package org.penstock.benchmarks.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * The thread of a load: all its sessions on one selector. Sessions are held (each has one answer, then nothing), or they
 * are at work: as fast as answers come, or so many requests a second, in all and in turns, whatever the answers do.
 *
 * <p>Threads: {@link #run} is the loop and calls everything else but {@link #post} and {@link #call}, which are for
 * others.
 */
final class LoadLoop implements Runnable {
    private static final int MOST_CONNECTING = 64;
    private static final int READ_BYTES = 2 * Request.BYTES; // more than an answer, so that too much is seen
    private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private enum Work {
        NONE,
        /** The next request follows the answer. */
        CLOSED,
        /** Requests are due by the clock. */
        PACED
    }

    private final InetSocketAddress server;
    private final Selector selector;
    private final Queue<Runnable> calls = new ConcurrentLinkedQueue<>();
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(READ_BYTES);
    private final Request request = new Request();
    private final Tally tally = new Tally();
    private final List<Caller> held = new ArrayList<>();
    private final List<Caller> working = new ArrayList<>();
    private final List<Caller> opening = new ArrayList<>(); // of either, until each has an answer
    private final List<Opening> openings = new ArrayList<>();
    private final List<Caller> gone = new ArrayList<>(); // of those at work
    private Work work = Work.NONE;
    private Pacer pacer; // when PACED
    private long sessions;
    private int turn; // whose request is due next

    LoadLoop(InetSocketAddress server) throws IOException {
        this.server = server;
        this.selector = Selector.open();
    }

    /** Runs something on the loop after what was posted before; from any thread. */
    void post(Runnable task) {
        calls.add(task);
        selector.wakeup();
    }

    /** The same, of something that has an answer. */
    <T> CompletableFuture<T> call(Supplier<T> task) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        post(() -> answer.complete(task.get()));
        return answer;
    }

    @Override
    public void run() {
        try {
            while (true) {
                selector.select(this::ready, work == Work.PACED || !gone.isEmpty() ? 1 : 0);
                for (Runnable call; (call = calls.poll()) != null; ) {
                    call.run();
                }
                long now = System.nanoTime();
                if (work == Work.PACED) {
                    askWhatIsDue(now);
                }
                reconnect(now);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void askWhatIsDue(long now) {
        for (long count; (count = pacer.next(now)) >= 0; ) {
            for (; count > 0; count--) {
                working.get(turn).ask(pacer.lastTick());
                turn = (turn + 1) % working.size();
            }
        }
    }

    private void ready(SelectionKey key) {
        if (key.isValid()) {
            ((Caller) key.attachment()).ready(buffer);
        }
    }

    private void reconnect(long now) throws IOException {
        for (Caller c : List.copyOf(gone)) {
            if (c.wantsConnection(now)) {
                gone.remove(c);
                tally.reconnected();
                c.connect(selector, server);
                if (work == Work.CLOSED) {
                    c.ask(now);
                }
            }
        }
    }

    /** Begins to open sessions, which are held; done when each of them has its answer. */
    void hold(int count, CompletableFuture<Void> done) {
        open(new Opening(count, held, done));
    }

    /** The same, for work. */
    void open(int count, CompletableFuture<Void> done) {
        open(new Opening(count, working, done));
    }

    private void open(Opening task) {
        openings.add(task);
        task.goOn();
    }

    /** Opens a few at a time: the queue of a listening socket is short. */
    private final class Opening {
        private final List<Caller> group;
        private final CompletableFuture<Void> done;
        private int left;

        Opening(int count, List<Caller> group, CompletableFuture<Void> done) {
            this.left = count;
            this.group = group;
            this.done = done;
        }

        void goOn() {
            try {
                while (left > 0 && opening.size() < MOST_CONNECTING) {
                    Caller c = new Caller(LoadLoop.this, ++sessions);
                    left--;
                    group.add(c);
                    opening.add(c);
                    c.connect(selector, server);
                    c.ask(System.nanoTime());
                }
            } catch (IOException e) {
                done.completeExceptionally(e);
            }
            if (left == 0 && opening.isEmpty()) {
                openings.remove(this);
                done.complete(null);
            }
        }
    }

    /** From now on the next request of each session follows its answer. */
    void workClosed() {
        begin(Work.CLOSED);
        long now = System.nanoTime();
        working.stream().filter(Caller::isQuiet).forEach(c -> c.ask(now));
    }

    /** From now on so many requests are due a second. */
    void workPaced(double requestsPerSecond) {
        begin(Work.PACED);
        pacer = new Pacer(requestsPerSecond, TICK_NANOS, System.nanoTime());
    }

    void rest() {
        begin(Work.NONE);
    }

    private void begin(Work next) {
        work = next;
        working.forEach(Caller::forgetDue);
    }

    /** Every session at work has all its answers. */
    boolean isQuiet() {
        return working.stream().allMatch(Caller::isQuiet);
    }

    Window cut() {
        long now = System.nanoTime();
        return tally.take(
                working.stream().mapToLong(c -> c.waitsNanos(now)).max().orElse(0));
    }

    Request request() {
        return request;
    }

    void answered(Caller c, long askedAt) {
        if (opening.remove(c)) {
            List.copyOf(openings).forEach(Opening::goOn);
            return;
        }
        long now = System.nanoTime();
        tally.answered(now - askedAt);
        if (work == Work.CLOSED) {
            c.ask(now);
        }
    }

    void lost(Caller c, boolean asked, String why) {
        System.out.println(why);
        if (opening.remove(c)) {
            openings.forEach(o -> o.done.completeExceptionally(new IOException(why)));
            openings.clear();
        } else if (working.contains(c)) {
            if (asked) {
                tally.failed();
            }
            gone.add(c);
        } else {
            tally.lost();
        }
    }
}
