package org.penstock.proxy.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.penstock.proxy.api.ProxyStatus;
import org.penstock.proxy.keeper.ParkedSession;

/** What becomes of sessions, and sockets, that wait for a transport or a core that does not come, or cannot take them. */
@Timeout(90)
class WaitedInVainTest {
    @Test
    void aSessionThatWaitsTooLongForATransportEndsWithAReasonAndItsRecord() throws IOException {
        try (ProxyRig rig = ProxyRig.serving("park.timeout=300ms");
                LineClient c = rig.client()) {
            assertEquals("re:a", c.ask("a"));
            long session = rig.session().session();
            rig.go(rig.transport("nio"));
            assertNull(c.line());
            rig.awaitOpen(0);
            assertEquals(List.of("opened", "OK a/4", "closed no transport for 300 ms"), rig.wholeRecord(session));
            assertEquals(
                    1, rig.log.of("WARN", "closed: no transport for 300 ms").size());
            assertEquals(0, rig.status().counts().parked());
        }
    }

    @Test
    void aSessionThatWaitsTooLongWithTheKeeperIsClosed() throws IOException {
        try (ProxyRig rig = ProxyRig.serving("park.timeout=300ms");
                LineClient c = rig.client()) {
            assertEquals("re:a", c.ask("a"));
            long session = rig.session().session();
            c.send("half");
            rig.await(() -> rig.session().clientBytes() == 6);
            rig.stopCore();
            assertNull(c.line(), "half a request has no answer");
            rig.await(() -> rig.keeper.parked().expired() == 1);
            rig.awaitLine("WARN", "proxy=test parked sessions were closed: no proxy core for 300 ms; sessions=1;");
            assertEquals(0, rig.buffers.usage().outBytes());
            rig.startCore();
            try (LineClient fresh = rig.client()) {
                assertEquals("re:x", fresh.ask("x"));
            }
            rig.awaitOpen(0);
            assertEquals(List.of("opened", "OK a/4", "closed no proxy core for 300 ms"), rig.wholeRecord(session));
            rig.awaitLine(
                    "INFO", "has ended the records of sessions that were closed: no proxy core for 300 ms; sessions=1");
        }
    }

    @Test
    void aParkedSessionThatCannotBeReadIsClosedAndCostsTheOthersNothing() throws IOException {
        try (ProxyRig rig = ProxyRig.serving();
                LineClient good = rig.client();
                LineClient bad = rig.client();
                LineClient worse = rig.client()) {
            assertEquals("re:a", good.ask("a"));
            assertEquals("re:b", bad.ask("b"));
            assertEquals("re:c", worse.ask("c"));
            rig.stopCore();
            List<ParkedSession> all = rig.keeper.take("test");
            byte[] cut = Arrays.copyOf(all.get(1).state(), 40);
            byte[] newer = all.get(2).state().clone();
            newer[0] = 99;
            List<byte[]> states = List.of(all.get(0).state(), cut, newer);
            for (int i = 0; i < 3; i++) {
                ParkedSession p = all.get(i);
                rig.keeper.park(
                        new ParkedSession(
                                p.proxy(), p.session(), p.client(), p.server(), p.buffers(), states.get(i), p.words()),
                        TimeUnit.MINUTES.toNanos(1));
            }
            rig.startCore();
            assertEquals("re:d", good.ask("d"));
            assertNull(bad.line());
            assertNull(worse.line());
            assertEquals(
                    2,
                    rig.log
                            .of("ERROR", "cannot go on with sessions and closes them")
                            .size());
            assertEquals(
                    1,
                    rig.log
                            .of("ERROR", "a session of form 99; this core reads form 1")
                            .size());
            assertEquals(1, rig.status().counts().open());
        }
    }

    @Test
    void aSocketNoProxyListensAtAnyMoreIsClosedAfterAWhile() throws IOException {
        try (ProxyRig rig = ProxyRig.serving()) {
            rig.stopCore();
            int elsewhere = rig.freePort();
            rig.startCore("listen=" + rig.at(elsewhere));
            rig.await(() -> rig.status().state() == ProxyStatus.State.SERVING);
            assertEquals(2, rig.keeper.listening().size());
            rig.proxies.closeUnclaimed();
            assertEquals(1, rig.keeper.listening().size());
            assertEquals(1, rig.log.of("WARN", "no proxy listens at").size());
            try (LineClient c = new LineClient(new InetSocketAddress(rig.host, elsewhere))) {
                assertEquals("re:a", c.ask("a"));
            }
        }
    }

    @Test
    void drainingWhileSessionsWaitForATransportEndsThem() throws IOException {
        try (ProxyRig rig = ProxyRig.serving();
                LineClient c = rig.client()) {
            assertEquals("re:a", c.ask("a"));
            long session = rig.session().session();
            rig.go(rig.transport("nio"));
            assertEquals(1, rig.status().counts().parked());
            var report = rig.proxies.drain(Duration.ofMillis(200));
            assertEquals(1, report.cut());
            assertNull(c.line());
            assertEquals(0, rig.status().counts().open());
            assertEquals(List.of("opened", "OK a/4", "closed the proxy shuts down"), rig.wholeRecord(session));
        }
    }
}
