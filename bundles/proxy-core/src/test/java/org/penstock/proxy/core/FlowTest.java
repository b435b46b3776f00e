package org.penstock.proxy.core;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.penstock.proxy.keeper.Buffers;

/** Half-close, large transfers, and clients that do not read: what one session does costs no other. */
@Timeout(120)
class FlowTest {
    private static final String[] PLAIN = {"protocol=none", "recorder=", "record.level=off"};

    private static ProxyRig plain(ProxyRig rig, ManualServer server, String... more) {
        List<String> settings = new ArrayList<>(List.of(PLAIN));
        settings.add("backend=" + server.address());
        settings.addAll(List.of(more));
        return rig.opened(settings.toArray(String[]::new));
    }

    @ParameterizedTest
    @CsvSource({"nio,true", "nio,false", "bio,true", "bio,false"})
    void eitherEndMayEndItsOutputFirst(String transport, boolean clientFirst) throws IOException {
        try (ProxyRig rig = ProxyRig.full(64 << 20);
                ManualServer server = new ManualServer(rig.host, 10)) {
            plain(rig, server, "transport=" + transport);
            try (Socket c = rig.socket()) {
                Socket s = server.accept();
                Socket first = clientFirst ? c : s;
                Socket second = clientFirst ? s : c;
                first.getOutputStream().write("bye".getBytes(ISO_8859_1));
                first.shutdownOutput();
                assertEquals("bye", new String(second.getInputStream().readAllBytes(), ISO_8859_1));
                rig.await(() -> rig.session().state().name().equals("HALF_CLOSED"));
                byte[] much = new byte[3 << 20];
                much[much.length - 1] = 42;
                Thread sender = new Thread(() -> {
                    try {
                        second.getOutputStream().write(much);
                        second.shutdownOutput();
                    } catch (IOException e) {
                        throw new AssertionError(e);
                    }
                });
                sender.start();
                byte[] got = first.getInputStream().readAllBytes();
                assertEquals(much.length, got.length);
                assertEquals(42, got[got.length - 1]);
                rig.awaitOpen(0);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatATransportHasNotPassedOnYetIsNotLostWithTheEnd(boolean clientFirst) throws IOException {
        try (ProxyRig rig = ProxyRig.full(64 << 20);
                ManualServer server = new ManualServer(rig.host, 10)) {
            HookedTransport lags = HookedTransport.nio();
            rig.come("lags", lags);
            plain(rig, server, "transport=lags");
            lags.unflushed = true;
            try (Socket c = rig.socket()) {
                Socket s = server.accept();
                (clientFirst ? c : s).shutdownOutput();
                (clientFirst ? s : c).getOutputStream().write("bye".getBytes(ISO_8859_1));
                (clientFirst ? s : c).shutdownOutput();
                assertEquals(
                        "bye", new String((clientFirst ? c : s).getInputStream().readAllBytes(), ISO_8859_1));
                rig.await(() -> lags.askedForWritable.get() >= 10); // each time that was in vain, it asks again
                assertEquals(1, rig.sessions().size());
                lags.unflushed = false;
                rig.awaitOpen(0);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"nio,0", "nio,16k", "bio,0", "bio,16k"})
    void largeTransfersInBothDirectionsAtOnceAreExact(String transport, String sendBuffer) throws Exception {
        try (ProxyRig rig = ProxyRig.full(64 << 20);
                ManualServer server = new ManualServer(rig.host, 10)) {
            plain(rig, server, "transport=" + transport, "socket.sndbuf=" + sendBuffer);
            try (Socket c = rig.socket()) {
                Socket s = server.accept();
                Thread serving = new Thread(() -> {
                    try {
                        Streams.server(s);
                    } catch (Exception e) {
                        throw new AssertionError(e);
                    }
                });
                serving.start();
                // A send buffer below the loopback's segment size waits for delayed acknowledgements: less of that.
                long bytes = sendBuffer.equals("0") ? 64 << 20 : 3 << 20;
                Streams.client(c, new Streams.Plan(4711, bytes, bytes, false, true));
                serving.join();
            }
            rig.awaitOpen(0);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"nio", "bio"})
    void aClientThatNeverReadsHoldsItsServerBackAndLittleMemory(String transport) throws IOException {
        try (ProxyRig rig = ProxyRig.full(64 << 20);
                ManualServer server = new ManualServer(rig.host, 10)) {
            plain(rig, server, "transport=" + transport, "socket.sndbuf=16k", "strands=1");
            try (Socket deaf = new Socket()) {
                deaf.setReceiveBufferSize(16 * 1024);
                deaf.connect(rig.address());
                Socket s = server.accept();
                s.setSendBufferSize(16 * 1024);
                Thread sender = new Thread(() -> {
                    byte[] piece = new byte[64 * 1024];
                    try {
                        while (true) {
                            s.getOutputStream().write(piece);
                        }
                    } catch (IOException e) {
                        // the proxy has hung up in the end
                    }
                });
                sender.setDaemon(true);
                sender.start();
                rig.await(() -> rig.session().waitingFor().equals("client"));
                long sent = rig.session().serverBytes();
                try (Socket other = rig.socket()) {
                    Socket o = server.accept();
                    for (int i = 0; i < 1_000; i++) {
                        other.getOutputStream().write(i);
                        assertEquals(i & 0xff, o.getInputStream().read());
                        o.getOutputStream().write(i + 1);
                        assertEquals((i + 1) & 0xff, other.getInputStream().read());
                    }
                    o.close();
                }
                assertEquals(sent, rig.session().serverBytes(), "not a byte more is read from its server");
                assertTrue(sent < 4 << 20, "read " + sent);
                long out = rig.buffers.usage().outBytes();
                assertTrue(out <= 2L * Buffers.LARGE + 6L * Buffers.SMALL, "buffers out: " + out);
            }
            rig.awaitOpen(0);
        }
    }
}
