package org.penstock.proxy.core;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.penstock.proxy.api.DrainReport;
import org.penstock.proxy.api.ProxyStatus;
import org.penstock.proxy.api.SessionStatus;
import org.penstock.transport.api.Transport;
import org.penstock.transport.bio.BioTransport;

/** A proxy that ends: busy sessions finish, idle ones are told, and nothing stands in the way of what goes meanwhile. */
@Timeout(90)
class DrainTest {
    private static void write(Socket s, String text) throws IOException {
        s.getOutputStream().write(text.getBytes(ISO_8859_1));
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

    /** An orderly stop drains first, the framework's end asks for it again, and so does the core's own. */
    @Test
    void aDrainIsToldOnceHoweverOftenItIsAskedFor() throws IOException {
        try (ProxyRig rig = ProxyRig.serving();
                LineClient c = rig.client()) {
            assertEquals("re:a", c.ask("a"));
            assertEquals(1, rig.proxies.drain(Duration.ofSeconds(10)).ended());
            assertEquals(0, rig.proxies.drain(Duration.ofSeconds(10)).ended());
            rig.proxies.shutDown(Duration.ofSeconds(10));
            assertEquals(1, rig.log.of("INFO", "drained").size());
        }
    }

    @Test
    void aDrainLetsBusySessionsEndAndCutsThemWhenPatienceIsOver() throws IOException {
        try (ProxyRig rig = ProxyRig.full(64 << 20);
                ManualServer server = new ManualServer(rig.host, 10)) {
            rig.before(server);
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
                assertEquals("refused SHUTTING_DOWN", never.line());
                assertNull(never.line());
                assertEquals(1, report.ended());
                assertEquals(1, report.cut());
                assertEquals(0, report.unserved());
                assertThrows(IOException.class, () -> rig.client().close());
                never.close();
            }
        }
    }

    /** What it had sent before, in a client's own buffers or the system's, is nobody's to tell from what it sends now. */
    @Test
    void aRequestOnItsWayWhenTheDrainBeginsIsServed() throws Exception {
        try (ProxyRig rig = ProxyRig.serving();
                LineClient c = rig.client()) {
            assertEquals("re:a", c.ask("a"));
            Thread drain = new Thread(() -> rig.proxies.drain(Duration.ofSeconds(20)));
            drain.start();
            rig.await(() -> rig.status().state() == ProxyStatus.State.DRAINING);
            assertEquals("re:b", c.ask("b"));
            assertEquals("refused SHUTTING_DOWN", c.line());
            assertNull(c.line());
            drain.join();
        }
    }

    /** Told unasked it would take the words for a broken answer, in protocols that number what is sent. */
    @Test
    void aClientThatNeverPausesGetsTheRefusalForAnAnswer() throws Exception {
        try (ProxyRig rig = ProxyRig.serving();
                LineClient c = rig.client()) {
            assertEquals("re:0", c.ask("0"));
            long session = rig.session().session();
            AtomicReference<DrainReport> report = new AtomicReference<>();
            Thread drain = new Thread(() -> report.set(rig.proxies.drain(Duration.ofSeconds(20))));
            drain.start();
            int asked = 1;
            String answer = c.ask("1");
            while (answer.equals("re:" + asked)) {
                asked++;
                answer = c.ask("" + asked);
            }
            assertEquals("refused SHUTTING_DOWN", answer);
            assertNull(c.line());
            drain.join();
            assertEquals(1, report.get().ended());
            assertEquals(0, report.get().cut());
            assertEquals(1, report.get().unserved());
            List<String> record = rig.wholeRecord(session);
            assertEquals(
                    List.of("ABORTED " + asked + "/0", "closed the proxy shuts down"),
                    record.subList(record.size() - 2, record.size()));
        }
    }

    /** A request without an answer may still be in the transport's hands, in a copy, when all else is quiet. */
    @Test
    void aDrainLeavesTheServerWhatItsTransportHasNotPassedOnYet() throws Exception {
        try (ProxyRig rig = ProxyRig.full(64 << 20)) {
            HookedTransport lags = HookedTransport.nio();
            rig.come("lags", lags);
            rig.opened("transport=lags");
            try (LineClient c = rig.client()) {
                assertEquals("re:a", c.ask("a"));
                lags.unflushed = true;
                Thread drain = new Thread(() -> rig.proxies.drain(Duration.ofSeconds(20)));
                drain.start();
                rig.await(() -> lags.askedForWritable.get() >= 10); // each time that was in vain, it asks again
                assertEquals(SessionStatus.State.OPEN, rig.session().state());
                lags.unflushed = false;
                assertEquals("refused SHUTTING_DOWN", c.line());
                assertNull(c.line());
                drain.join();
            }
        }
    }

    @Test
    void aDrainDoesNotStandInTheWayOfATransportThatGoes() throws Exception {
        try (ProxyRig rig = ProxyRig.full(64 << 20);
                ManualServer server = new ManualServer(rig.host, 10)) {
            rig.before(server, "transport=nio,bio");
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
