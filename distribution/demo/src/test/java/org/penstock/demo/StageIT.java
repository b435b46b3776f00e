package org.penstock.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.penstock.demo.process.Ports;

/** What is set up for a demo, where others are busy too. */
@Timeout(300)
class StageIT {
    @Test
    void aPortThatIsTakenMeanwhileIsNotInsistedOn() throws Exception {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Cleanup cleanup = new Cleanup()) {
            List<Integer> ports = List.of(other.getLocalPort(), Ports.free());
            Iterator<Integer> choice = ports.iterator();
            Stage stage = Stage.set(
                    Path.of(System.getProperty("demo.home")),
                    Path.of(System.getProperty("demo.folder"), "mariadb"),
                    choice::next,
                    cleanup);
            assertEquals(ports.get(1), stage.port());
            try (Socket client = new Socket(InetAddress.getLoopbackAddress(), stage.port())) {
                assertTrue(client.getInputStream().read() >= 0, "the server greets");
            }
        }
    }
}
