package org.penstock.benchmarks.writes;

import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class StalledPeersTest {
    private static final Duration SHORT = Duration.ofMillis(20);

    @Test
    void theyFillWhatIsOnTheWayAndStandStill() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
                StalledPeers peers = StalledPeers.connect((InetSocketAddress) server.getLocalSocketAddress(), 5)) {
            peers.fill(SHORT);
        }
    }

    @Test
    void onesThatAreCutOffAreFoundOut() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
                StalledPeers peers = StalledPeers.connect((InetSocketAddress) server.getLocalSocketAddress(), 5)) {
            List<Socket> accepted = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                accepted.add(server.accept());
            }
            accepted.get(3).setSoLinger(true, 0);
            accepted.get(3).close();
            assertThrows(IOException.class, () -> peers.fill(SHORT));
        }
    }
}
