package org.penstock.test.support;

import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;

class FreePortsTest {
    private static final InetAddress HOST = InetAddress.getLoopbackAddress();

    @Test
    void noPortIsGivenTwice() throws IOException {
        assertNotEquals(FreePorts.choose(HOST), FreePorts.choose(HOST));
    }

    @Test
    void whatSomebodyListensAtIsPassedOver() throws IOException {
        try (ServerSocket other = new ServerSocket(FreePorts.choose(HOST), 1, HOST)) {
            assertNotEquals(other.getLocalPort(), new FreePorts(other.getLocalPort()).chooseAt(HOST));
        }
    }

    @Test
    void noneIsOfThoseThatTheSystemGivesToAnybody() throws IOException {
        FreePorts atTheEnd = new FreePorts(FreePorts.END - 1);
        for (int i = 0; i < 2; i++) {
            int port = atTheEnd.chooseAt(HOST);
            assertTrue(port >= FreePorts.FIRST && port < FreePorts.END, () -> "port " + port);
        }
    }
}
