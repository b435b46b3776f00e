package org.penstock.proxy.core;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.channels.ServerSocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.penstock.proxy.api.ProxyStatus;

/** Edits that want what other proxies have: together they may be possible, though none of them is alone. */
@Timeout(90)
class ExchangedPortsTest {
    /** Proxies by the names of "a", "b" and so on, each at a port of its own. */
    private static Map<String, Integer> serving(ProxyRig rig, int proxies) throws IOException {
        Map<String, Integer> ports = new TreeMap<>();
        rig.proxies.open();
        for (int i = 0; i < proxies; i++) {
            String name = "" + (char) ('a' + i);
            int port = rig.freePort();
            ports.put(name, port);
            rig.configureAs(name, "listen=" + rig.at(port));
            rig.await(() -> rig.status(name).state() == ProxyStatus.State.SERVING);
        }
        return ports;
    }

    private static boolean isAt(ProxyRig rig, String name, int port) {
        ProxyStatus s = rig.status(name);
        return s.listen().equals(rig.at(port)) && s.detail().isEmpty();
    }

    /** Comes again and again; each time it is served. */
    private static final class Visitor implements AutoCloseable {
        final AtomicLong visits = new AtomicLong();
        private final AtomicReference<Throwable> failed = new AtomicReference<>();
        private final AtomicBoolean over = new AtomicBoolean();
        private final Thread thread;

        Visitor(InetSocketAddress address) {
            thread = new Thread(() -> visit(address));
            thread.start();
        }

        private void visit(InetSocketAddress address) {
            try {
                while (!over.get()) {
                    try (LineClient c = new LineClient(address)) {
                        assertEquals("re:x", c.ask("x"));
                    }
                    visits.incrementAndGet();
                }
            } catch (IOException | AssertionError e) {
                failed.set(e);
            }
        }

        @Override
        public void close() throws InterruptedException {
            over.set(true);
            thread.join();
            if (failed.get() != null) {
                throw new AssertionError("a client was lost", failed.get());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void proxiesExchangeTheirListeningSocketsAndNoClientIsLost(int proxies) throws Exception {
        try (ProxyRig rig = ProxyRig.full(64 << 20)) {
            Map<String, Integer> ports = serving(rig, proxies);
            List<String> names = List.copyOf(ports.keySet());
            Map<String, ServerSocketChannel> sockets = new TreeMap<>();
            for (String name : names) {
                sockets.put(name, rig.keeper.listen(new InetSocketAddress(rig.host, ports.get(name))));
            }
            List<Visitor> visitors = new ArrayList<>();
            ports.values().forEach(port -> visitors.add(new Visitor(new InetSocketAddress(rig.host, port))));
            try {
                for (int i = 0; i < proxies; i++) {
                    rig.configureAs(names.get(i), "listen=" + rig.at(ports.get(names.get((i + 1) % proxies))));
                }
                for (int i = 0; i < proxies; i++) {
                    int next = ports.get(names.get((i + 1) % proxies));
                    String name = names.get(i);
                    rig.await(() -> isAt(rig, name, next));
                }
                long[] before = visitors.stream().mapToLong(v -> v.visits.get()).toArray();
                for (int i = 0; i < proxies; i++) {
                    Visitor v = visitors.get(i);
                    long visits = before[i];
                    rig.await(() -> v.visits.get() > visits + 2 || v.failed.get() != null);
                }
            } finally {
                for (Visitor v : visitors) {
                    v.close();
                }
            }
            for (String name : names) {
                InetSocketAddress address = new InetSocketAddress(rig.host, ports.get(name));
                assertSame(sockets.get(name), rig.keeper.listen(address));
            }
            assertEquals(List.of(), rig.log.of("ERROR", ""));
            long served = rig.status("a").counts().accepted();
            new LineClient(new InetSocketAddress(rig.host, ports.get("b"))).close();
            rig.await(() -> rig.status("a").counts().accepted() == served + 1);
        }
    }

    @Test
    void whoWantsWhatTheNextOneLeavesGetsItWhateverComesFirst() throws Exception {
        try (ProxyRig rig = ProxyRig.full(64 << 20)) {
            Map<String, Integer> ports = serving(rig, 3);
            rig.configureAs("a", "listen=" + rig.at(ports.get("b")));
            rig.configureAs("b", "listen=" + rig.at(ports.get("c")));
            int elsewhere = rig.freePort();
            rig.configureAs("c", "listen=" + rig.at(elsewhere));
            rig.await(() -> isAt(rig, "a", ports.get("b")));
            assertTrue(isAt(rig, "b", ports.get("c")));
            assertTrue(isAt(rig, "c", elsewhere));
            assertEquals(2, rig.log.of("INFO", "has its configuration in use").size());
        }
    }

    @Test
    void whoHasAPortKeepsItAndTheOtherOneGetsItOnceItIsFree() throws Exception {
        try (ProxyRig rig = ProxyRig.full(64 << 20)) {
            Map<String, Integer> ports = serving(rig, 2);
            rig.configureAs("a", "listen=" + rig.at(ports.get("b")), "sessions.max=7");
            rig.await(() -> rig.status("a").detail().contains("proxy b listens there"));
            rig.awaitLine("ERROR", "proxy b listens there");
            rig.configureAs("b", "listen=" + rig.at(ports.get("b")), "sessions.max=8"); // it stays
            rig.await(() -> !rig.log.of("INFO", "sessions.max = 10000 -> 8").isEmpty());
            assertTrue(isAt(rig, "b", ports.get("b")));
            assertEquals(rig.at(ports.get("a")), rig.status("a").listen());
            rig.proxies.deleted("org.penstock.proxy~b");
            rig.await(() -> isAt(rig, "a", ports.get("b")));
            rig.awaitLine("INFO", "sessions.max = 10000 -> 7");
        }
    }

    /** A file that is renamed, for one: its clients come at once to what has the port now, and those it had are served. */
    @Test
    void aPortIsFreeAsSoonAsItsProxyDrains() throws Exception {
        try (ProxyRig rig = ProxyRig.full(64 << 20);
                ManualServer server = new ManualServer(rig.host, 10)) {
            rig.before(server, "drain.timeout=10m");
            try (LineClient busy = rig.client();
                    Socket s = server.accept()) {
                busy.send("one\n");
                rig.await(() -> rig.session().clientBytes() == 4);
                rig.configureAs("renamed");
                rig.await(() -> rig.status("renamed").detail().contains("proxy test listens there"));
                rig.proxies.deleted("org.penstock.proxy~test");
                rig.await(() -> rig.status("renamed").state() == ProxyStatus.State.SERVING);
                assertEquals(ProxyStatus.State.DRAINING, rig.status().state());
                try (LineClient fresh = rig.client()) {
                    assertEquals("re:a", fresh.ask("a"));
                    s.getOutputStream().write("answer\n".getBytes(ISO_8859_1));
                    assertEquals("answer", busy.line());
                    assertEquals("refused SHUTTING_DOWN", busy.line());
                    rig.await(() -> rig.proxies.status().size() == 1);
                    assertEquals("re:b", fresh.ask("b"), "its port is not taken from it");
                }
                rig.client().close();
            }
        }
    }

    /** What its file says by now counts, and not what it said before. */
    @Test
    void aConfigurationThatWaitsGivesWayToALaterOne() throws Exception {
        try (ProxyRig rig = ProxyRig.full(64 << 20)) {
            Map<String, Integer> ports = serving(rig, 2);
            rig.configureAs("a", "listen=" + rig.at(ports.get("b")));
            rig.await(() -> rig.status("a").detail().contains("proxy b listens there"));
            rig.configureAs("a", "listen=" + rig.at(ports.get("a")), "sessions.max=7");
            rig.await(() -> isAt(rig, "a", ports.get("a")));
            rig.configureAs("b", "listen=" + rig.at(ports.get("a")));
            rig.await(() -> rig.status("b").detail().contains("proxy a listens there"));
            assertTrue(isAt(rig, "a", ports.get("a")));
            assertNotNull(rig.keeper.listen(new InetSocketAddress(rig.host, ports.get("b"))));
            assertEquals(2, rig.keeper.listening().size());
        }
    }

    /** Another process has the port it is to move to: the socket it has is still its own. */
    @Test
    void anExchangeThatIsNotPossibleLeavesEverythingAsItWas() throws Exception {
        try (ProxyRig rig = ProxyRig.full(64 << 20);
                ManualServer taken = new ManualServer(rig.host, 10)) {
            Map<String, Integer> ports = serving(rig, 2);
            rig.configureAs("a", "listen=" + rig.at(ports.get("b")));
            rig.configureAs("b", "listen=" + taken.address());
            rig.await(() -> rig.status("b").detail().contains("cannot listen there"));
            for (int port : ports.values()) {
                try (LineClient c = new LineClient(new InetSocketAddress(rig.host, port))) {
                    assertEquals("re:x", c.ask("x"));
                }
            }
            taken.close();
            rig.await(() -> isAt(rig, "a", ports.get("b")));
        }
    }
}
