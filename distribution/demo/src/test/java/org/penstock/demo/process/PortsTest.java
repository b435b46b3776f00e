package org.penstock.demo.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class PortsTest {
    @Test
    void noPortIsGivenTwice() throws IOException {
        assertNotEquals(Ports.free(), Ports.free());
    }

    @Test
    void whatSomebodyListensOnIsPassedOver() throws IOException {
        try (ServerSocket other = listening()) {
            int taken = other.getLocalPort();
            assertNotEquals(taken, Ports.freeFrom(new AtomicInteger(taken - Ports.FIRST)));
        }
    }

    @Test
    void noneIsOfThoseThatTheSystemGivesToAnybody() throws IOException {
        AtomicInteger atTheEnd = new AtomicInteger(Ports.END - 1 - Ports.FIRST);
        for (int i = 0; i < 2; i++) {
            int port = Ports.freeFrom(atTheEnd);
            assertTrue(port >= Ports.FIRST && port < Ports.END, () -> "port " + port);
        }
    }

    @Test
    void theWishedOneIsHadOnlyWhereNobodyListensOnIt() throws IOException {
        int wished;
        try (ServerSocket other = listening()) {
            wished = other.getLocalPort();
            assertNotEquals(wished, Ports.freeOr(wished));
        }
        assertEquals(wished, Ports.freeOr(wished));
    }

    private static ServerSocket listening() throws IOException {
        return new ServerSocket(Ports.free(), 1, InetAddress.getLoopbackAddress());
    }
}
