package org.penstock.proxy.core;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.penstock.proxy.api.ProxyStatus;
import org.penstock.transport.bio.BioTransport;

/** A configuration comes, is edited and goes, while clients are connected. */
@Timeout(90)
class ConfigurationTest {
    private static final String FILE = "org.penstock.proxy-test.cfg";

    @Test
    void aBadEditKeepsTheLastGoodOneInForceAndTheStatusSaysSo() throws IOException {
        try (ProxyRig rig = ProxyRig.serving();
                LineClient c = rig.client()) {
            assertEquals("re:a", c.ask("a"));
            rig.configure("sessions.max=none", "colour=blue");
            rig.await(() -> rig.status().detail().startsWith("still as before"));
            assertEquals(1, rig.log.of("ERROR", FILE + ": sessions.max = none").size());
            assertEquals(1, rig.log.of("ERROR", FILE + ": colour = blue").size());
            assertEquals("re:b", c.ask("b"));
            try (LineClient d = rig.client()) {
                assertEquals("re:c", d.ask("c"));
            }
            rig.configure();
            rig.await(() -> rig.status().detail().isEmpty());
        }
    }

    @Test
    void aConfigurationThatIsBadFromTheBeginningIsThereAndSaysWhy() throws IOException {
        try (ProxyRig rig = ProxyRig.full(1 << 20)) {
            rig.proxies.open();
            rig.configure("listen=nowhere");
            rig.await(() -> rig.status().detail().startsWith(FILE + ": listen = nowhere"));
            assertEquals(ProxyStatus.State.FAILED, rig.status().state());
            rig.configure();
            rig.await(() -> rig.status().state() == ProxyStatus.State.SERVING);
        }
    }

    @Test
    void limitsAreInForceAtOnce() throws IOException {
        try (ProxyRig rig = ProxyRig.serving();
                LineClient first = rig.client()) {
            assertEquals("re:a", first.ask("a"));
            rig.configure("sessions.max=1");
            rig.await(() -> rig.log.of("INFO", "uses its new configuration").size() == 1);
            try (LineClient second = rig.client()) {
                assertEquals("refused TOO_MANY_SESSIONS", second.line());
            }
            assertEquals("re:b", first.ask("b"));
            rig.configure("idle.timeout=1ms");
            assertNull(first.line());
        }
    }

    @Test
    void theListenAddressMovesAndOpenSessionsStay() throws IOException {
        try (ProxyRig rig = ProxyRig.serving();
                LineClient old = rig.client()) {
            assertEquals("re:a", old.ask("a"));
            int elsewhere = rig.freePort();
            rig.configure("listen=" + rig.at(elsewhere));
            rig.await(() -> rig.status().listen().equals(rig.at(elsewhere)));
            try (LineClient moved = new LineClient(new InetSocketAddress(rig.host, elsewhere))) {
                assertEquals("re:b", moved.ask("b"));
            }
            assertThrows(ConnectException.class, () -> rig.client().close());
            assertEquals("re:c", old.ask("c"));
            assertEquals(
                    1,
                    rig.log
                            .of(
                                    "INFO",
                                    "proxy=test listens at " + rig.at(elsewhere) + ", no more at " + rig.at(rig.port))
                            .size());
        }
    }

    @Test
    void anEditIsToldInOneLineWithWhatItChanges() throws IOException {
        try (ProxyRig rig = ProxyRig.serving()) {
            rig.configure("sessions.max=7", "idle.timeout=90s");
            rig.await(() -> !rig.log.of("INFO", "idle.timeout = 0 -> 90s").isEmpty());
            assertEquals(
                    1,
                    rig.log
                            .of(
                                    "INFO",
                                    "proxy=test uses its new configuration:"
                                            + " sessions.max = 10000 -> 7; idle.timeout = 0 -> 90s")
                            .size());
            assertEquals(List.of(), rig.log.of("INFO", "no more at"), "it listens where it did");
        }
    }

    @Test
    void anEditThatChangesNothingIsNotToldOf() throws IOException {
        try (ProxyRig rig = ProxyRig.serving()) {
            rig.configure("sessions.max=10000", "idle.timeout=0s"); // the defaults
            rig.configure("sessions.max=7");
            rig.await(() -> !rig.log.of("INFO", "sessions.max = 10000 -> 7").isEmpty());
            assertEquals(1, rig.log.of("INFO", "uses its new configuration").size());
            assertEquals(List.of(), rig.log.of("INFO", "no more at"));
        }
    }

    @Test
    void aRefusedEditIsToldAsAMistakeAlone() throws IOException {
        try (ProxyRig rig = ProxyRig.serving();
                ServerSocket taken = new ServerSocket()) {
            taken.bind(new InetSocketAddress(rig.host, 0));
            rig.configure("listen=" + rig.at(taken.getLocalPort()), "sessions.max=7");
            rig.await(() -> rig.status().detail().startsWith("still as before"));
            assertEquals(List.of(), rig.log.of("INFO", "uses its new configuration"));
            assertEquals(List.of(), rig.log.of("INFO", "no more at"));
        }
    }

    @Test
    void aNewPortThatIsTakenLeavesEverythingAsItWas() throws IOException {
        try (ProxyRig rig = ProxyRig.serving();
                LineClient old = rig.client();
                ServerSocket taken = new ServerSocket()) {
            assertEquals("re:a", old.ask("a"));
            taken.bind(new InetSocketAddress(rig.host, 0));
            String there = rig.at(taken.getLocalPort());
            rig.configure("listen=" + there, "sessions.max=1", "transport=bio");
            rig.await(() -> rig.status().detail().startsWith("still as before"));
            assertEquals(
                    1,
                    rig.log
                            .of("ERROR", FILE + ": listen = " + there + ": cannot listen there")
                            .size());
            assertEquals("nio", rig.status().transport());
            assertEquals(rig.at(rig.port), rig.status().listen());
            try (LineClient c = rig.client()) {
                assertEquals("re:b", c.ask("b"));
            }
            assertEquals("re:c", old.ask("c"));
        }
    }

    @Test
    void aPortThatIsTakenAtTheStartIsToldOnceAndTriedAgain() throws IOException {
        try (ProxyRig rig = ProxyRig.full(1 << 20)) {
            try (ServerSocket taken = new ServerSocket()) {
                taken.bind(rig.address());
                rig.proxies.open();
                rig.configure();
                rig.await(() -> rig.status().detail().contains("cannot listen there"));
            }
            rig.await(() -> rig.status().state() == ProxyStatus.State.SERVING);
            assertEquals(1, rig.log.of("ERROR", "cannot listen there").size());
        }
    }

    @Test
    void twoProxiesCannotListenAtOneAddress() throws IOException {
        try (ProxyRig rig = ProxyRig.serving()) {
            rig.configureAs("second");
            rig.await(() -> rig.status("second").detail().contains("proxy test listens there"));
            assertEquals(ProxyStatus.State.FAILED, rig.status("second").state());
            int elsewhere = rig.freePort();
            rig.configureAs("second", "listen=" + rig.at(elsewhere));
            rig.await(() -> rig.status("second").state() == ProxyStatus.State.SERVING);
            rig.configureAs("second");
            rig.await(() -> rig.status("second").detail().contains("proxy test listens there"));
            try (LineClient c = new LineClient(new InetSocketAddress(rig.host, elsewhere))) {
                assertEquals("re:a", c.ask("a"));
            }
        }
    }

    @Test
    void anotherBackendIsForNewSessions() throws IOException {
        try (ProxyRig rig = ProxyRig.serving();
                ManualServer other = new ManualServer(rig.host, 10);
                LineClient old = rig.client()) {
            assertEquals("re:a", old.ask("a"));
            rig.configure("backend=" + other.address());
            rig.await(() -> rig.status().backend().equals(other.address()));
            try (LineClient fresh = rig.client()) {
                Socket s = other.accept();
                s.getOutputStream().write("from the other\n".getBytes(ISO_8859_1));
                assertEquals("from the other", fresh.line());
            }
            assertEquals("re:b", old.ask("b"));
        }
    }

    @Test
    void aBackendThatDoesNotResolveIsToldInOneLine() throws IOException {
        try (ProxyRig rig = ProxyRig.serving();
                LineClient old = rig.client()) {
            rig.configure("backend=no-such-host.invalid:3306");
            rig.await(() -> rig.status().detail().startsWith("still as before"));
            List<String> lines = rig.log.of("ERROR", FILE + ": backend = no-such-host.invalid:3306: the name");
            assertEquals(1, lines.size());
            assertTrue(lines.get(0).contains("allowed is"), lines.toString());
            assertEquals("re:a", old.ask("a"));
        }
    }

    @Test
    void anotherTransportMovesOpenSessionsAndOverridesTheOperatorsChoice() throws IOException {
        try (ProxyRig rig = ProxyRig.serving("transport=nio");
                LineClient c = rig.client()) {
            assertEquals("re:a", c.ask("a"));
            assertTrue(rig.proxies.move("test", "bio").done());
            rig.configure("transport=nio", "sessions.max=77");
            rig.await(() -> rig.log.of("INFO", "uses its new configuration").size() == 1);
            assertEquals("bio", rig.session().transport(), "the operator's choice stays as long as transport does");
            rig.configure("transport=nio,bio");
            rig.await(() -> rig.isServedBy("nio"));
            assertEquals("re:b", c.ask("b"));
        }
    }

    /** It was never an operator's choice: the one that is wanted most is used when it comes. */
    @Test
    void aMoveThatIsTakenBackLeavesNoChoiceBehind() throws IOException {
        try (ProxyRig rig = ProxyRig.serving("transport=best,nio")) {
            assertTrue(rig.proxies.move("test", "bio").done());
            assertTrue(rig.proxies.moveBack("test", "nio").done());
            assertEquals("nio", rig.status().transport());
            rig.come("best", new HookedTransport(new BioTransport()));
            rig.await(() -> rig.status().transport().equals("best"));
        }
    }

    @Test
    void aMoveThatIsTakenBackLeavesTheChoiceBeforeIt() throws IOException {
        try (ProxyRig rig = ProxyRig.serving("transport=nio,bio")) {
            rig.come("best", new HookedTransport(new BioTransport()));
            assertTrue(rig.proxies.move("test", "bio").done());
            assertTrue(rig.proxies.move("test", "best").done());
            assertTrue(rig.proxies.moveBack("test", "bio").done());
            rig.configure("transport=nio,bio", "sessions.max=7");
            rig.awaitLine("INFO", "sessions.max = 10000 -> 7");
            assertEquals("bio", rig.status().transport());
        }
    }

    @Test
    void aTransportThatIsNotThereIsToldAndTheOneInUseGoesOn() throws IOException {
        try (ProxyRig rig = ProxyRig.serving();
                LineClient c = rig.client()) {
            assertEquals("re:a", c.ask("a"));
            rig.configure("transport=turbo");
            rig.await(() -> rig.log
                            .of("WARN", FILE + ": transport = turbo: not in service")
                            .size()
                    == 1);
            assertEquals(ProxyStatus.State.SERVING, rig.status().state());
            assertEquals("nio", rig.session().transport());
            assertEquals("re:b", c.ask("b"));
            rig.come("turbo", new HookedTransport(new BioTransport()));
            rig.await(() -> rig.isServedBy("turbo"));
            assertEquals("re:c", c.ask("c"));
        }
    }

    @Test
    void withoutAnyTransportClientsWaitAndAreServedWhenItComes() throws IOException {
        try (ProxyRig rig = new ProxyRig(1 << 20)) {
            rig.come(new LineCodec());
            rig.come(rig.recorder);
            rig.proxies.open();
            rig.configure("transport=bio");
            rig.await(() -> rig.log.of("INFO", "proxy=test listens at").size() == 1);
            assertEquals(ProxyStatus.State.WAITING, rig.status().state());
            try (LineClient c = rig.client()) {
                c.send("early\n");
                rig.await(() -> rig.log
                                .of("WARN", FILE + ": transport = bio: not in service")
                                .size()
                        == 1);
                assertTrue(rig.status().detail().contains("clients wait"));
                rig.come("bio", new BioTransport());
                assertEquals("re:early", c.line());
            }
            assertEquals(1, rig.log.of("WARN", "not in service").size());
        }
    }

    @Test
    void whatElseIsMissingIsToldWithItsConsequence() throws IOException {
        try (ProxyRig rig = ProxyRig.serving("protocol=mysqll", "recorder=jurnal,list", "record.overload=drop")) {
            rig.await(() -> rig.log.of("WARN", "not in service").size() == 2);
            assertEquals(1, rig.log.of("WARN", "protocol = mysqll").size());
            assertEquals(1, rig.log.of("WARN", "recorder = jurnal").size());
            assertTrue(rig.log.of("WARN", "jurnal").get(0).contains("in service: list; records are dropped"));
            assertTrue(rig.status().detail().contains("jurnal"));
        }
    }

    @Test
    void otherTuningOpensTheStrandsAnewUnderOpenSessions() throws IOException {
        try (ProxyRig rig = ProxyRig.serving("strands=1")) {
            HookedTransport hooked = HookedTransport.nio();
            rig.come("hooked", hooked);
            rig.configure("strands=1", "transport=hooked");
            rig.await(() -> rig.status().transport().equals("hooked"));
            try (LineClient c = rig.client()) {
                assertEquals("re:a", c.ask("a"));
                rig.configure("strands=3", "transport=hooked", "read.buffer=4k");
                rig.await(() -> hooked.strands.size() == 4);
                assertEquals("re:b", c.ask("b"));
                assertEquals(1, rig.sessions().size());
            }
        }
    }

    @Test
    void recordingIsChangedForNewSessions() throws IOException {
        try (ProxyRig rig = ProxyRig.serving("record.level=exchanges");
                LineClient old = rig.client()) {
            assertEquals("re:a", old.ask("a"));
            long first = rig.session().session();
            rig.configure("record.level=off");
            rig.await(() -> rig.status().recordLevel().equals("off"));
            try (LineClient fresh = rig.client()) {
                assertEquals("re:b", fresh.ask("b"));
            }
            assertEquals("re:c", old.ask("c"));
            assertEquals(List.of("opened", "OK a/4", "OK c/4"), rig.recorder.of(first));
            assertEquals(
                    1,
                    rig.recorder.lines().stream()
                            .map(ListRecorder.Line::session)
                            .distinct()
                            .count());
        }
    }

    @Test
    void aDeletedConfigurationEndsItsSessionsInOrderAndTheProxy() throws IOException {
        try (ProxyRig rig = ProxyRig.serving("drain.timeout=500ms");
                ManualServer silent = new ManualServer(rig.host, 10);
                LineClient idle = rig.client()) {
            assertEquals("re:a", idle.ask("a"));
            rig.configure("backend=" + silent.address(), "drain.timeout=500ms");
            rig.await(() -> rig.status().backend().equals(silent.address()));
            try (LineClient busy = rig.client()) {
                silent.accept();
                busy.send("never answered\n");
                rig.await(() ->
                        rig.sessions().size() == 2 && rig.sessions().get(1).clientBytes() > 0);
                rig.proxies.deleted("org.penstock.proxy~test");
                assertEquals("refused SHUTTING_DOWN", idle.line());
                assertNull(idle.line());
                assertEquals("refused SHUTTING_DOWN", busy.line());
                assertNull(busy.line());
            }
            rig.await(() -> rig.proxies.status().isEmpty());
            assertThrows(ConnectException.class, () -> rig.client().close());
            assertTrue(rig.recorder.lines().stream().anyMatch(l -> l.what().equals("closed the proxy shuts down")));
            rig.configure();
            rig.await(() -> rig.status().state() == ProxyStatus.State.SERVING);
        }
    }

    @Test
    void aConfigurationThatComesBackWhileItsProxyDrainsIsInForceAfterwards() throws IOException {
        try (ProxyRig rig = ProxyRig.serving("drain.timeout=300ms");
                ManualServer silent = new ManualServer(rig.host, 10)) {
            rig.configure("backend=" + silent.address(), "drain.timeout=300ms");
            rig.await(() -> rig.status().backend().equals(silent.address()));
            try (LineClient busy = rig.client()) {
                silent.accept();
                busy.send("never answered\n");
                rig.await(() -> rig.sessions().size() == 1 && rig.session().clientBytes() > 0);
                rig.proxies.deleted("org.penstock.proxy~test");
                rig.configure();
                assertEquals("refused SHUTTING_DOWN", busy.line());
                assertNull(busy.line());
            }
            rig.await(() -> rig.status().state() == ProxyStatus.State.SERVING);
            try (LineClient c = rig.client()) {
                assertEquals("re:a", c.ask("a"));
            }
        }
    }
}
