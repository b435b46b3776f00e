package org.penstock.proxy.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers that are not there, not yet, or do not answer, as clients and the operator see it. */
@Timeout(90)
class ConnectTest {
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
                rig.await(() -> rig.log.of("INFO", "is reached again, after ").size() == 1);
                assertEquals(1, rig.log.of("INFO", "; clients turned away=3").size());
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
            rig.before(blackHole, "connect.timeout=300ms", "transport=" + transport);
            long session;
            try (LineClient c = rig.client()) {
                rig.await(() -> rig.sessions().size() == 1);
                session = rig.session().session();
                assertEquals("refused SERVER_TIMED_OUT", c.line());
                assertNull(c.line());
            }
            String last = rig.lastRecord(session);
            assertTrue(last.endsWith("did not accept within 300 ms"), last);
            assertEquals(1, rig.log.of("WARN", "did not accept within 300 ms").size());
            for (Socket s : fill) {
                s.close();
            }
        }
    }

    @Test
    void aClientThatHangsUpWhileTheServerIsConnectedToIsNoTrouble() throws IOException {
        try (ProxyRig rig = ProxyRig.full(64 << 20);
                ManualServer blackHole = new ManualServer(rig.host, 1)) {
            List<Socket> fill = fill(blackHole);
            rig.before(blackHole, "connect.timeout=500ms");
            ManualServer.reset(rig.socket());
            rig.await(() -> rig.status().counts().accepted() == 1);
            rig.awaitOpen(0);
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
}
