package org.penstock.proxy.core;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.penstock.proxy.api.SessionStatus;

/** Sessions that one of their ends, or time, ends, as the other end and the record see it. */
@Timeout(90)
class EndsTest {
    private static void write(Socket s, String text) throws IOException {
        s.getOutputStream().write(text.getBytes(ISO_8859_1));
    }

    private static String rest(Socket s) throws IOException {
        return new String(s.getInputStream().readAllBytes(), ISO_8859_1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"nio", "bio"})
    void theClientGetsWhatAServerSentBeforeItDiedAndThenTheEnd(String transport) throws IOException {
        try (ProxyRig rig = ProxyRig.full(64 << 20);
                ManualServer server = new ManualServer(rig.host, 10)) {
            rig.before(server, "transport=" + transport);
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
            rig.before(server);
            try (Socket c = rig.socket()) {
                Socket s = server.accept();
                rig.await(() -> rig.sessions().size() == 1);
                long session = rig.session().session();
                write(s, "last words\n");
                assertEquals('l', c.getInputStream().read());
                ManualServer.reset(s);
                assertEquals("ast words\n", rest(c));
                c.close();
                assertEquals("closed server: connection reset by peer", rig.lastRecord(session));
            }
        }
    }

    @Test
    void aClientThatResetsEndsTheSession() throws IOException {
        try (ProxyRig rig = ProxyRig.full(64 << 20);
                ManualServer server = new ManualServer(rig.host, 10)) {
            rig.before(server);
            Socket c = rig.socket();
            Socket s = server.accept();
            rig.await(() -> rig.sessions().size() == 1);
            long session = rig.session().session();
            ManualServer.reset(c);
            assertEquals("", rest(s));
            assertEquals("closed client: connection reset by peer", rig.lastRecord(session));
        }
    }

    @Test
    void aSlowClientGetsAllThatADeadServerHadSent() throws IOException {
        try (ProxyRig rig = ProxyRig.full(64 << 20);
                ManualServer server = new ManualServer(rig.host, 10)) {
            rig.before(server, "protocol=none", "recorder=", "record.level=off", "socket.sndbuf=16k");
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
            rig.before(server, "protocol=none", "recorder=", "record.level=off", "socket.sndbuf=16k");
            try (Socket c = new Socket()) {
                c.setReceiveBufferSize(16 * 1024);
                c.connect(rig.address());
                c.setSoTimeout(30_000);
                Socket s = server.accept();
                Thread sender = new Thread(() -> sendAsMuchAsGoes(s));
                sender.start();
                rig.await(() ->
                        rig.sessions().size() == 1 && rig.session().waitingFor().equals("client"));
                ManualServer.reset(s);
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
            rig.before(server, "idle.timeout=1s", "socket.sndbuf=4k", "read.buffer=1k", "write.high-water=1k");
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
}
