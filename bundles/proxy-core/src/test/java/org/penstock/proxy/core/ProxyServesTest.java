package org.penstock.proxy.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.penstock.codec.api.Side;
import org.penstock.proxy.api.MoveReport;

/** The ordinary course of things, and each part exchanged under an open session. */
@Timeout(60)
class ProxyServesTest {
    @ParameterizedTest
    @ValueSource(strings = {"nio", "bio"})
    void answersReachTheClientAndTheRecord(String transport) throws IOException {
        try (ProxyRig rig = ProxyRig.serving("transport=" + transport)) {
            long session;
            try (LineClient c = rig.client()) {
                assertEquals("re:one", c.ask("one"));
                assertEquals("re:two", c.ask("two"));
                assertEquals(3_000_000, c.ask("big 3000000").length());
                session = rig.session().session();
            }
            rig.await(() -> rig.status().counts().open() == 0);
            List<String> exchanges = rig.recorder.of(session).stream()
                    .filter(l -> !l.equals("chunk"))
                    .toList();
            assertEquals(
                    List.of("opened", "OK one/6", "OK two/6", "OK big 3000000/3000000", "closed both ends are done"),
                    exchanges);
            assertEquals("one\ntwo\nbig 3000000\n", rig.recorder.bytes(session, Side.CLIENT));
            assertEquals(
                    3_000_001 + 14, rig.recorder.bytes(session, Side.SERVER).length());
        }
    }

    @Test
    void aSessionIsMovedBetweenTransports() throws IOException {
        try (ProxyRig rig = ProxyRig.serving()) {
            try (LineClient c = rig.client()) {
                for (int i = 0; i < 20; i++) {
                    assertEquals("re:" + i, c.ask("" + i));
                    MoveReport r = rig.proxies.move("test", i % 2 == 0 ? "bio" : "nio");
                    assertTrue(r.done(), r.toString());
                    assertEquals(1, r.moved());
                    c.send("half");
                    assertEquals("re:half" + i, c.ask("" + i));
                }
            }
        }
    }

    @Test
    void aTransportMayGoAndComeBack() throws IOException {
        try (ProxyRig rig = ProxyRig.serving()) {
            try (LineClient c = rig.client()) {
                assertEquals("re:a", c.ask("a"));
                Generation<org.penstock.transport.api.Transport> nio = rig.transport("nio");
                rig.go(nio);
                assertEquals(1, rig.status().counts().parked());
                c.send("while away\n");
                rig.come("nio", new org.penstock.transport.nio.NioTransport());
                assertEquals("re:while away", c.line());
            }
        }
    }

    @Test
    void theCoreMayBeReplaced() throws IOException {
        try (ProxyRig rig = ProxyRig.serving()) {
            long session;
            try (LineClient c = rig.client()) {
                assertEquals("re:a", c.ask("a"));
                session = rig.session().session();
                c.send("b");
                rig.await(() -> rig.recorder.bytes(session, Side.CLIENT).endsWith("b"));
                rig.stopCore();
                assertEquals(1, rig.keeper.parked().now());
                c.send("c\n");
                rig.startCore();
                assertEquals("re:bc", c.line());
                assertEquals("re:d", c.ask("d"));
            }
            rig.await(() -> rig.status().counts().open() == 0);
            List<ListRecorder.Line> lines = rig.recorder.lines().stream()
                    .filter(l -> l.session() == session)
                    .toList();
            for (int i = 0; i < lines.size(); i++) {
                assertEquals(i, lines.get(i).sequence());
            }
            assertEquals("a\nbc\nd\n", rig.recorder.bytes(session, Side.CLIENT));
        }
    }

    @Test
    void aCodecMayGoAndComeBack() throws IOException {
        try (ProxyRig rig = ProxyRig.serving()) {
            try (LineClient c = rig.client()) {
                assertEquals("re:a", c.ask("a"));
                long session = rig.session().session();
                c.send("b");
                rig.await(() -> rig.recorder.bytes(session, Side.CLIENT).endsWith("b"));
                rig.goCodec();
                c.send("c\n");
                rig.come(new LineCodec());
                assertEquals("re:bc", c.line());
                assertTrue(rig.recorder.of(session).contains("OK bc/5"));
            }
        }
    }

    @Test
    void aRecorderMayGoAndComeBackAndNothingIsMissing() throws IOException {
        try (ProxyRig rig = ProxyRig.serving()) {
            try (LineClient c = rig.client()) {
                assertEquals("re:a", c.ask("a"));
                long session = rig.session().session();
                rig.goRecorder();
                c.send("b\n");
                rig.await(() -> rig.session().waitingFor().equals("recorder"));
                rig.come(rig.recorder);
                assertEquals("re:b", c.line());
                assertEquals("a\nb\n", rig.recorder.bytes(session, Side.CLIENT));
            }
        }
    }

    @Test
    void aServerThatIsNotThereIsToldInTheProtocolsWords() throws IOException {
        try (ProxyRig rig = ProxyRig.serving()) {
            rig.server.close();
            try (LineClient c = rig.client()) {
                assertEquals("refused SERVER_UNREACHABLE", c.line());
                assertNull(c.line());
            }
        }
    }
}
