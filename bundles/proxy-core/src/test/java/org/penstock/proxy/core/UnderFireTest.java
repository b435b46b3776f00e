package org.penstock.proxy.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.penstock.proxy.core.session.ParkedLook;
import org.penstock.proxy.keeper.ParkedSession;
import org.penstock.transport.api.Transport;
import org.penstock.transport.bio.BioTransport;
import org.penstock.transport.nio.NioTransport;

/**
 * Everything is exchanged at random instants, by three operators at once, under streams at full speed: every byte arrives
 * once and in order, the codec has seen it, and the recorder has it. What the exchanges met on the way is counted: streams
 * that happened to stand still would prove nothing.
 */
@Timeout(240)
class UnderFireTest {
    private static final int CLIENTS = 10;
    private static final int OPERATIONS = 30; // of each operator
    private static final String[] SETTINGS = {
        "protocol=tally",
        "recorder=check",
        "record.overload=block",
        "socket.sndbuf=16k",
        "park.timeout=2m",
        "hold.timeout=2m",
        "transport=nio,bio"
    };

    private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
    private final AtomicInteger streams = new AtomicInteger();
    private volatile boolean over;

    @Test
    void nothingIsLostWhateverIsExchanged() throws Exception {
        SplittableRandom random = new SplittableRandom(20_261_201);
        try (ProxyRig rig = new ProxyRig(64 << 20);
                StreamServer server = new StreamServer(rig);
                ManualServer hole = new ManualServer(rig.host, 1)) {
            Operators operators = new Operators(rig, server, hole);
            rig.configuredByTest = true;
            operators.begin();
            List<Socket> fill = ConnectTest.fill(hole);
            List<Socket> connecting = operators.connectToHole(3);
            List<Thread> clients = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                SplittableRandom own = random.split();
                clients.add(thread("client-" + i, () -> stream(rig, own)));
            }
            List<Thread> ops = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                SplittableRandom own = random.split();
                ops.add(thread("operator-" + i, () -> operators.operate(own)));
            }
            for (Thread t : ops) {
                t.join();
            }
            over = true;
            for (Thread t : clients) {
                t.join();
            }
            operators.end(connecting, fill);
            assertEquals(List.of(), List.copyOf(failures));
            rig.await(() -> rig.status().counts().open() == 0);
            assertEquals(List.of(), List.copyOf(operators.shelf.wrong));
            assertTrue(operators.shelf.allClosed());
            assertEquals(0, rig.log.of("ERROR", "").size());
            String met = "streams " + streams + ", " + operators;
            System.out.println(met);
            assertTrue(operators.unwritten.get() > 0, met);
            assertTrue(operators.halfClosed.get() > 0, met);
            assertTrue(operators.connecting.get() > 0, met);
            assertTrue(operators.unrecorded.get() > 0, met);
            assertTrue(operators.parked.get() > 100, met);
        }
    }

    private Thread thread(String name, Work work) {
        Thread t = new Thread(
                () -> {
                    try {
                        work.run();
                    } catch (Exception | AssertionError e) {
                        failures.add(new AssertionError(name + ": " + e, e));
                    }
                },
                name);
        t.setDaemon(true);
        t.start();
        return t;
    }

    private interface Work {
        void run() throws Exception;
    }

    private void stream(ProxyRig rig, SplittableRandom random) throws Exception {
        while (!over) {
            long client = random.nextLong(1 << random.nextInt(1, 22));
            long server = random.nextLong(1 << random.nextInt(1, 22));
            Streams.Plan plan =
                    new Streams.Plan(random.nextLong(), client, server, random.nextInt(3) == 0, random.nextBoolean());
            try (Socket s = new Socket()) {
                s.setReceiveBufferSize(16 * 1024);
                s.connect(rig.address());
                s.setSoTimeout(60_000);
                Streams.client(s, plan);
            }
            streams.incrementAndGet();
        }
    }

    /** Serves streams, each on a thread of its own. */
    private final class StreamServer implements Closeable {
        private final ServerSocket listener = new ServerSocket();

        StreamServer(ProxyRig rig) throws IOException {
            listener.setReceiveBufferSize(16 * 1024);
            listener.bind(new InetSocketAddress(rig.host, 0), 100);
            thread("server", () -> {
                while (!listener.isClosed()) {
                    Socket s = listener.accept();
                    thread("serving", () -> {
                        try (s) {
                            s.setSoTimeout(60_000);
                            Streams.server(s);
                        }
                    });
                }
            });
        }

        int port() {
            return listener.getLocalPort();
        }

        @Override
        public void close() throws IOException {
            over = true;
            listener.close();
        }
    }

    /** Who exchanges things; each thing by one at a time, as a framework would have it. */
    private final class Operators {
        private final ProxyRig rig;
        private final StreamServer server;
        private final ManualServer hole;
        private final int holePort;
        private final CheckingRecorder.Shelf shelf = new CheckingRecorder.Shelf();
        private final ReadWriteLock core = new ReentrantReadWriteLock(true);
        private final Object transports = new Object();
        private final Object codecs = new Object();
        private final Object recorders = new Object();
        private final AtomicInteger parked = new AtomicInteger();
        private final AtomicInteger unwritten = new AtomicInteger();
        private final AtomicInteger halfClosed = new AtomicInteger();
        private final AtomicInteger connecting = new AtomicInteger();
        private final AtomicInteger unrecorded = new AtomicInteger();
        private final AtomicInteger undecoded = new AtomicInteger();
        private volatile CheckingRecorder recorder;

        Operators(ProxyRig rig, StreamServer server, ManualServer hole) throws IOException {
            this.rig = rig;
            this.server = server;
            this.hole = hole;
            this.holePort = rig.freePort();
        }

        void begin() {
            rig.come("nio", new HookedTransport(new NioTransport()));
            rig.come("bio", new HookedTransport(new BioTransport()));
            rig.come("tally", new TallyCodec());
            recorder = new CheckingRecorder(shelf, 40);
            rig.come("check", recorder);
            rig.proxies.open();
            configure();
            rig.await(() -> rig.status().state().name().equals("SERVING")
                    && rig.status("hole").state().name().equals("SERVING"));
            thread("waker", () -> {
                while (!over) {
                    recorder.wake();
                    LockSupport.parkNanos(200_000); // how long the recorder is full; nothing waits for this
                }
            });
        }

        private void configure() {
            String[] settings = new String[SETTINGS.length + 1];
            System.arraycopy(SETTINGS, 0, settings, 0, SETTINGS.length);
            settings[SETTINGS.length] = "backend=" + rig.at(server.port());
            rig.configure(settings);
            rig.configureAs(
                    "hole",
                    "listen=" + rig.at(holePort),
                    "backend=" + hole.address(),
                    "protocol=none",
                    "recorder=",
                    "record.level=off",
                    "connect.timeout=3m",
                    "park.timeout=2m",
                    "transport=nio,bio");
        }

        List<Socket> connectToHole(int n) throws IOException {
            List<Socket> all = new ArrayList<>();
            for (int i = 0; i < n; i++) {
                all.add(new Socket(rig.host, holePort));
            }
            rig.await(() -> rig.proxies.sessions("hole").size() == n);
            return all;
        }

        /** Those whose server has not accepted all the time are served like any other when it does. */
        void end(List<Socket> waiting, List<Socket> fill) throws Exception {
            for (Socket s : fill) {
                s.close();
            }
            for (Socket s : waiting) {
                s.setSoTimeout(60_000);
                s.getOutputStream().write(7);
            }
            for (int served = 0; served < waiting.size(); ) {
                Socket s = hole.accept();
                int b = s.getInputStream().read();
                if (b == 7) {
                    served++;
                    s.getOutputStream().write(8);
                }
            }
            for (Socket s : waiting) {
                assertEquals(8, s.getInputStream().read());
                s.close();
            }
            thread("last-waker", () -> {
                for (int i = 0; i < 50_000; i++) {
                    recorder.wake();
                    LockSupport.parkNanos(200_000);
                }
            });
        }

        void operate(SplittableRandom random) {
            for (int i = 0; i < OPERATIONS; i++) {
                switch (random.nextInt(7)) {
                    case 0, 1 -> rig.proxies.move("test", random.nextBoolean() ? "nio" : "bio");
                    case 2 -> withCore(transports, () -> exchangeTransport(random.nextBoolean()));
                    case 3 -> withCore(codecs, this::exchangeCodec);
                    case 4 -> withCore(recorders, this::exchangeRecorder);
                    default -> replaceCore(random.nextInt(3) == 0);
                }
            }
        }

        private void withCore(Object lock, Runnable change) {
            synchronized (lock) {
                core.readLock().lock();
                try {
                    change.run();
                } finally {
                    core.readLock().unlock();
                }
            }
        }

        private void exchangeTransport(boolean nio) {
            Generation<Transport> old = rig.transport(nio ? "nio" : "bio");
            rig.go(old);
            rig.come(old.name(), new HookedTransport(nio ? new NioTransport() : new BioTransport()));
        }

        private void exchangeCodec() {
            rig.goCodec("tally");
            rig.come("tally", new TallyCodec());
        }

        private void exchangeRecorder() {
            rig.goRecorder("check");
            recorder = new CheckingRecorder(shelf, 40);
            rig.come("check", recorder);
        }

        /** @param whileFull at a moment when sessions wait for their recorder, too */
        private void replaceCore(boolean whileFull) {
            core.writeLock().lock();
            try {
                if (whileFull) {
                    recorder.shut();
                    rig.await(() ->
                            rig.sessions().stream().anyMatch(s -> s.waitingFor().equals("recorder")));
                }
                rig.stopCore();
                look("test");
                look("hole");
                rig.startCore();
                configure();
                recorder.open();
            } finally {
                core.writeLock().unlock();
            }
            rig.await(() -> rig.status().state().name().equals("SERVING"));
        }

        private void look(String proxy) {
            for (ParkedSession p : rig.keeper.take(proxy)) {
                ParkedLook l = ParkedLook.at(p);
                parked.incrementAndGet();
                unwritten.addAndGet(l.unwritten() ? 1 : 0);
                halfClosed.addAndGet(l.halfClosed() ? 1 : 0);
                connecting.addAndGet(l.connecting() ? 1 : 0);
                unrecorded.addAndGet(l.unrecorded() ? 1 : 0);
                undecoded.addAndGet(l.undecoded() ? 1 : 0);
                rig.keeper.park(p, 120_000_000_000L);
            }
        }

        @Override
        public String toString() {
            return "parked " + parked + ", of these with unwritten bytes " + unwritten + ", half-closed " + halfClosed
                    + ", connecting " + connecting + ", with unrecorded bytes " + unrecorded + ", undecoded "
                    + undecoded;
        }
    }
}
