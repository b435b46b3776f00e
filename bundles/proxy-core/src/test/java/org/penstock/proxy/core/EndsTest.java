package org.penstock.proxy.core;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.penstock.proxy.api.ProxyStatus;
import org.penstock.proxy.api.SessionStatus;
import org.penstock.transport.api.Transport;
import org.penstock.transport.bio.BioTransport;

/** Every way in which a session ends, as its two ends and its record see it. */
@Timeout(90)
class EndsTest {
    private static ProxyRig with(ManualServer server, ProxyRig rig, String... more) {
        String[] settings = new String[more.length + 1];
        settings[0] = "backend=" + server.address();
        System.arraycopy(more, 0, settings, 1, more.length);
        return rig.opened(settings);
    }

    private static void write(Socket s, String text) throws IOException {
        s.getOutputStream().write(text.getBytes(ISO_8859_1));
    }

    private static String rest(Socket s) throws IOException {
        return new String(s.getInputStream().readAllBytes(), ISO_8859_1);
    }

    private static void reset(Socket s) throws IOException {
        s.setSoLinger(true, 0);
        s.close();
    }

    private static String lastRecord(ProxyRig rig, long session) {
        rig.awaitOpen(0);
        List<String> all = rig.wholeRecord(session);
        return all.get(all.size() - 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"nio", "bio"})
    void theClientGetsWhatAServerSentBeforeItDiedAndThenTheEnd(String transport) throws IOException {
        try (ProxyRig rig = ProxyRig.full(64 << 20);
                ManualServer server = new ManualServer(rig.host, 10)) {
            with(server, rig, "transport=" + transport);
            try (Socket c = rig.socket()) {
                Socket s = server.accept();
                write(c, "q\n");
                assertEquals('q', s.getInputStream().read());
                assertEquals('\n', s.getInputStream().read());
                write(s, "half an ans");
                s.close();
                assertEquals("half an ans", rest(c));
                long session = rig.session().session();
                c.close();
                rig.awaitOpen(0);
                assertEquals(
                        List.of("opened", "ABORTED q/0"),
                        rig.wholeRecord(session).subList(0, 2));
            }
        }
    }

    @Test
    void aServerThatResetsEndsTheSession() throws IOException {
        try (ProxyRig rig = ProxyRig.full(64 << 20);
                ManualServer server = new ManualServer(rig.host, 10)) {
            with(server, rig);
            try (Socket c = rig.socket()) {
                Socket s = server.accept();
                rig.await(() -> rig.sessions().size() == 1);
                long session = rig.session().session();
                write(s, "last words\n");
                assertEquals('l', c.getInputStream().read());
                reset(s);
                assertEquals("ast words\n", rest(c));
                c.close();
                assertEquals("closed server: connection reset by peer", lastRecord(rig, session));
            }
        }
    }

    @Test
    void aClientThatResetsEndsTheSession() throws IOException {
        try (ProxyRig rig = ProxyRig.full(64 << 20);
                ManualServer server = new ManualServer(rig.host, 10)) {
            with(server, rig);
            Socket c = rig.socket();
            Socket s = server.accept();
            rig.await(() -> rig.sessions().size() == 1);
            long session = rig.session().session();
            reset(c);
            assertEquals("", rest(s));
            assertEquals("closed client: connection reset by peer", lastRecord(rig, session));
        }
    }

    @Test
    void aSlowClientGetsAllThatADeadServerHadSent() throws IOException {
        try (ProxyRig rig = ProxyRig.full(64 << 20);
                ManualServer server = new ManualServer(rig.host, 10)) {
            with(server, rig, "protocol=none", "recorder=", "record.level=off", "socket.sndbuf=16k");
            try (Socket c = new Socket()) {
                c.setReceiveBufferSize(16 * 1024);
                c.connect(rig.address());
                c.setSoTimeout(30_000);
                Socket s = server.accept();
                s.setSendBufferSize(8 << 20);
                byte[] sent = new byte[6 << 20];
                Thread sender = new Thread(() -> {
                    try {
                        s.getOutputStream().write(sent);
                        s.shutdownOutput();
                        s.close();
                    } catch (IOException e) {
                        throw new AssertionError(e);
                    }
                });
                sender.start();
                long got = 0;
                byte[] piece = new byte[64 * 1024];
                for (int n; (n = c.getInputStream().read(piece)) >= 0; ) {
                    got += n;
                }
                assertEquals(sent.length, got);
            }
        }
    }

    /** Its system says nothing for long: it can take much before it says that there is room again. */
    @Test
    void aClientThatPausesGetsAllTheProxyHadReadOfAServerThatReset() throws Exception {
        try (ProxyRig rig = ProxyRig.full(64 << 20);
                ManualServer server = new ManualServer(rig.host, 10)) {
            with(server, rig, "protocol=none", "recorder=", "record.level=off", "socket.sndbuf=16k");
            try (Socket c = new Socket()) {
                c.setReceiveBufferSize(16 * 1024);
                c.connect(rig.address());
                c.setSoTimeout(30_000);
                Socket s = server.accept();
                Thread sender = new Thread(() -> sendAsMuchAsGoes(s));
                sender.start();
                rig.await(() ->
                        rig.sessions().size() == 1 && rig.session().waitingFor().equals("client"));
                reset(s);
                sender.join();
                rig.await(() -> hasNoticed(rig, c));
                long read = rig.session().serverBytes();
                long begun = System.nanoTime();
                while (System.nanoTime() - begun < TimeUnit.SECONDS.toNanos(5)) {
                    assertEquals(1, rig.sessions().size());
                    LockSupport.parkNanos(10_000_000);
                }
                assertEquals(read, c.getInputStream().readAllBytes().length);
            }
            rig.awaitOpen(0);
        }
    }

    private static void sendAsMuchAsGoes(Socket s) {
        try {
            while (true) {
                s.getOutputStream().write(new byte[64 * 1024]);
            }
        } catch (IOException e) {
            // It was reset.
        }
    }

    /** Only a write shows it. */
    private static boolean hasNoticed(ProxyRig rig, Socket client) {
        try {
            client.getOutputStream().write('x');
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return rig.session().state() == SessionStatus.State.CLOSING;
    }

    /** A refusal can come before the client's own connection is open on its transport: its end must not be told too early. */
    @ParameterizedTest
    @ValueSource(strings = {"none", "line"})
    void aClientWhoseServerIsNotThereHearsTheEndEvenIfItHasJustCome(String protocol) throws IOException {
        try (ProxyRig rig = ProxyRig.full(64 << 20)) {
            HookedTransport hooked = HookedTransport.nio();
            hooked.refusesConnects = true;
            rig.come("hooked", hooked);
            rig.opened("transport=hooked", "protocol=" + protocol, "recorder=", "record.level=off");
            for (int i = 0; i < 20; i++) {
                try (LineClient c = rig.client()) {
                    assertEquals(protocol.equals("none") ? null : "refused SERVER_UNREACHABLE", c.line());
                    assertNull(c.line());
                }
            }
            rig.awaitOpen(0);
        }
    }

    @Test
    void aServerThatIsBackIsToldOnceInEachDirection() throws IOException {
        try (ProxyRig rig = ProxyRig.serving()) {
            int port = rig.server.port();
            rig.server.close();
            for (int i = 0; i < 3; i++) {
                try (LineClient c = rig.client()) {
                    assertEquals("refused SERVER_UNREACHABLE", c.line());
                    assertNull(c.line());
                }
            }
            assertEquals(1, rig.log.of("WARN", "cannot be reached").size());
            try (LineServer back = new LineServer(new InetSocketAddress(rig.host, port))) {
                for (int i = 0; i < 2; i++) {
                    try (LineClient c = rig.client()) {
                        assertEquals("re:a", c.ask("a"));
                    }
                }
                assertEquals(1, rig.log.of("INFO", "is reached again").size());
                assertEquals(3, rig.status().counts().refused());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"nio", "bio"})
    void aServerThatDoesNotAcceptIsGivenUpAfterTheTimeout(String transport) throws IOException {
        try (ProxyRig rig = ProxyRig.full(64 << 20);
                ManualServer blackHole = new ManualServer(rig.host, 1)) {
            List<Socket> fill = fill(blackHole);
            with(blackHole, rig, "connect.timeout=300ms", "transport=" + transport);
            long session;
            try (LineClient c = rig.client()) {
                rig.await(() -> rig.sessions().size() == 1);
                session = rig.session().session();
                assertEquals("refused SERVER_TIMED_OUT", c.line());
                assertNull(c.line());
            }
            String last = lastRecord(rig, session);
            assertTrue(last.endsWith("did not accept within 300 ms"), last);
            assertEquals(1, rig.log.of("WARN", "did not accept within 300 ms").size());
            for (Socket s : fill) {
                s.close();
            }
        }
    }

    /** Fills a server's queue of clients it has not accepted: the next one's connect is not answered. */
    static List<Socket> fill(ManualServer server) throws IOException {
        List<Socket> fill = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            Socket s = new Socket();
            try {
                s.connect(server.socketAddress(), 200);
                fill.add(s);
            } catch (IOException e) {
                s.close();
                return fill;
            }
        }
        throw new AssertionError("the queue has no end");
    }

    @Test
    void anIdleSessionEndsAndABusyOneDoesNot() throws IOException {
        try (ProxyRig rig = ProxyRig.serving("idle.timeout=1500ms");
                LineClient idle = rig.client();
                LineClient busy = rig.client()) {
            assertEquals("re:a", idle.ask("a"));
            long begun = System.nanoTime();
            while (System.nanoTime() - begun < TimeUnit.MILLISECONDS.toNanos(3_500)) {
                assertEquals("re:b", busy.ask("b"));
            }
            assertNull(idle.line());
            assertEquals("re:c", busy.ask("c"));
        }
    }

    @Test
    void aClientThatReadsSlowlyIsNotIdle() throws IOException {
        try (ProxyRig rig = ProxyRig.full(64 << 20);
                ManualServer server = new ManualServer(rig.host, 10)) {
            with(server, rig, "idle.timeout=1s", "socket.sndbuf=4k", "read.buffer=1k", "write.high-water=1k");
            try (Socket c = new Socket()) {
                c.setReceiveBufferSize(4 * 1024);
                c.connect(rig.address());
                c.setSoTimeout(30_000);
                Socket s = server.accept();
                s.setSendBufferSize(1 << 20);
                byte[] sent = new byte[200_000];
                write(s, new String(sent, ISO_8859_1));
                long begun = System.nanoTime();
                int got = 0;
                while (got < sent.length) {
                    // At this pace the proxy reads from the server now and then only, but writes all the time.
                    long due = begun + TimeUnit.MILLISECONDS.toNanos(got / 50);
                    while (System.nanoTime() < due) {
                        Thread.onSpinWait();
                    }
                    int n = c.getInputStream().read(new byte[1_000]);
                    assertTrue(n > 0, "ended after " + got);
                    got += n;
                }
            }
        }
    }

    @Test
    void atTheLimitClientsAreTurnedAwayInTheProtocolsWordsUntilThereIsRoom() throws IOException {
        try (ProxyRig rig = ProxyRig.serving("sessions.max=2")) {
            LineClient first = rig.client();
            LineClient second = rig.client();
            assertEquals("re:a", first.ask("a"));
            assertEquals("re:b", second.ask("b"));
            for (int i = 0; i < 5; i++) {
                try (LineClient c = rig.client()) {
                    assertEquals("refused TOO_MANY_SESSIONS", c.line());
                    assertNull(c.line());
                }
            }
            assertEquals(1, rig.log.of("WARN", "sessions.max = 2 is reached").size());
            assertEquals(5, rig.status().counts().refused());
            // Those who are turned away take nobody's place, however long they stay.
            LineClient lingers = rig.client();
            assertEquals("refused TOO_MANY_SESSIONS", lingers.line());
            first.close();
            rig.await(() ->
                    rig.sessions().stream().noneMatch(s -> s.state().name().equals("HALF_CLOSED"))
                            && rig.status().counts().open() <= 2);
            try (LineClient c = rig.client()) {
                assertEquals("re:c", c.ask("c"));
            }
            assertEquals(1, rig.log.of("INFO", "has room for sessions again").size());
            lingers.close();
            second.close();
            rig.awaitOpen(0);
            rig.recorder.lines().stream()
                    .map(ListRecorder.Line::session)
                    .distinct()
                    .forEach(rig::wholeRecord);
        }
    }

    @Test
    void moreThanCanBeToldAreJustClosed() throws IOException {
        try (ProxyRig rig = ProxyRig.serving("sessions.max=1");
                LineClient first = rig.client()) {
            assertEquals("re:a", first.ask("a"));
            List<LineClient> many = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                many.add(rig.client());
            }
            rig.await(() -> rig.status().counts().refused() == 100);
            int told = 0;
            for (LineClient c : many) {
                try {
                    String line = c.line();
                    told += line == null ? 0 : 1;
                } catch (SocketException e) {
                    // reset: also an end
                }
                c.close();
            }
            assertTrue(told >= 64 && told <= 100, "told " + told);
            assertEquals("re:b", first.ask("b"));
        }
    }

    @Test
    void aClientThatHangsUpWhileTheServerIsConnectedToIsNoTrouble() throws IOException {
        try (ProxyRig rig = ProxyRig.full(64 << 20);
                ManualServer blackHole = new ManualServer(rig.host, 1)) {
            List<Socket> fill = fill(blackHole);
            with(blackHole, rig, "connect.timeout=500ms");
            reset(rig.socket());
            rig.await(() -> rig.status().counts().accepted() == 1);
            rig.awaitOpen(0);
            for (Socket s : fill) {
                s.close();
            }
        }
    }

    @Test
    void aClosedProxyRefusesAndAStoppedFrameworkEndsSessionsInOrderWithTheirRecords() throws IOException {
        try (ProxyRig rig = ProxyRig.serving("drain.timeout=500ms");
                LineClient idle = rig.client()) {
            assertEquals("re:a", idle.ask("a"));
            long session = rig.session().session();
            rig.proxies.shutDown(rig.proxies.patience());
            assertEquals("refused SHUTTING_DOWN", idle.line());
            assertNull(idle.line());
            assertThrows(IOException.class, () -> rig.client().close());
            assertEquals(List.of("opened", "OK a/4", "closed the proxy shuts down"), rig.wholeRecord(session));
            assertFalse(Thread.getAllStackTraces().keySet().stream()
                    .anyMatch(t -> t.getName().startsWith("test-nio") && t.isAlive()));
            rig.proxies.shutDown(rig.proxies.patience());
        }
    }

    @Test
    void aDrainLetsBusySessionsEndAndCutsThemWhenPatienceIsOver() throws IOException {
        try (ProxyRig rig = ProxyRig.full(64 << 20);
                ManualServer server = new ManualServer(rig.host, 10)) {
            with(server, rig);
            try (LineClient finishes = rig.client()) {
                Socket s = server.accept();
                LineClient never = rig.client();
                server.accept();
                finishes.send("one\n");
                never.send("two\n");
                rig.await(() ->
                        rig.sessions().size() == 2 && rig.sessions().stream().allMatch(x -> x.clientBytes() == 4));
                Thread answer = new Thread(() -> {
                    rig.await(() -> rig.status().state().name().equals("DRAINING"));
                    try {
                        write(s, "answer\n");
                    } catch (IOException e) {
                        throw new AssertionError(e);
                    }
                });
                answer.start();
                var report = rig.proxies.drain(java.time.Duration.ofMillis(1_500));
                assertEquals("answer", finishes.line());
                assertEquals("refused SHUTTING_DOWN", finishes.line());
                assertNull(finishes.line());
                assertNull(never.line());
                assertEquals(1, report.ended());
                assertEquals(1, report.cut());
                assertThrows(IOException.class, () -> rig.client().close());
                never.close();
            }
        }
    }

    @Test
    void aDrainDoesNotStandInTheWayOfATransportThatGoes() throws Exception {
        try (ProxyRig rig = ProxyRig.full(64 << 20);
                ManualServer server = new ManualServer(rig.host, 10)) {
            with(server, rig, "transport=nio,bio");
            try (LineClient busy = rig.client()) {
                Socket s = server.accept();
                busy.send("one\n");
                rig.await(() -> rig.sessions().size() == 1 && rig.session().clientBytes() == 4);
                Thread drain = new Thread(() -> rig.proxies.drain(java.time.Duration.ofSeconds(20)));
                drain.start();
                rig.await(() -> rig.status().state().name().equals("DRAINING"));
                rig.go(rig.transport("nio"));
                assertEquals("bio", rig.session().transport());
                write(s, "answer\n");
                assertEquals("answer", busy.line());
                assertEquals("refused SHUTTING_DOWN", busy.line());
                busy.close();
                drain.join();
            }
        }
    }

    /** The transport goes just when the drain has begun, which is over at once. */
    @Test
    void anEndOfAnIdleProxyDoesNotStandInTheWayOfATransportThatGoes() throws Exception {
        try (ProxyRig rig = new ProxyRig(64 << 20)) {
            HookedTransport goes = HookedTransport.nio();
            Generation<Transport> going = rig.come("nio", goes);
            rig.come("bio", new BioTransport());
            rig.come(new LineCodec());
            rig.come("list", rig.recorder);
            rig.opened("transport=nio,bio");
            rig.configureAs("idle", "transport=nio,bio", "listen=" + rig.at(rig.freePort()));
            rig.await(() -> rig.status("idle").state() == ProxyStatus.State.SERVING);
            try (LineClient client = rig.client()) {
                assertEquals("re:a", client.ask("a"));
                Thread stops = new Thread(() -> rig.go(going));
                goes.beforeExecute = task -> {
                    if (Thread.currentThread().getName().equals("penstock-proxy-control")
                            && stops.getState() == Thread.State.NEW) {
                        stops.start();
                        rig.await(() -> stops.getState() == Thread.State.TIMED_WAITING);
                    }
                };
                rig.proxies.deleted("org.penstock.proxy~idle");
                rig.await(() -> stops.getState() != Thread.State.NEW);
                stops.join();
                assertEquals("re:b", client.ask("b"));
                assertEquals("bio", rig.session().transport());
                rig.await(() -> rig.proxies.status().size() == 1);
            }
        }
    }
}
