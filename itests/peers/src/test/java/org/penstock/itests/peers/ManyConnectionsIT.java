package org.penstock.itests.peers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.penstock.demo.process.Ports;

/** 1,000 connections in a process with a heap of 64 MiB and a budget of 64 MiB for bytes on their way. */
@Timeout(240)
class ManyConnectionsIT {
    private static final int ALL = 1000;
    private static final int BUSY = 10;

    /** The heap, the budget, and 176 MiB for the JVM itself: classes, code, threads, the journal's ring. */
    private static final long MOST_KIB = (64 + 64 + 176) << 10;

    /** 40 MB each, 40 GB for all; in rows small enough for the server. */
    private static final String LARGE = "SELECT REPEAT('x', 8000) FROM seq_1_to_5000";

    /** Small, or the system's memory is what ends first. */
    private static final int WINDOW = 8192;

    @RegisterExtension
    static final SharedServer SERVER = new SharedServer();

    @TempDir
    Path folder;

    @Test
    void someWorkWhileTheOthersAreIdleAndThenWhileTheyReadNothing() throws Exception {
        int port = Ports.free();
        List<RawClient> others = new ArrayList<>();
        try (Scene scene = scene(port);
                Askers askers = Askers.start(port, BUSY, "")) {
            for (int i = BUSY; i < ALL; i++) {
                others.add(RawClient.connect(port, WINDOW).login());
            }
            assertEquals(ALL, scene.proxy("shop").get("open").asInt());
            Await.growth("answers among idle connections", askers::answered, 1000);
            for (int i = 0; i < others.size(); i++) {
                assertEquals("other" + i, others.get(i).answer("SELECT 'other" + i + "'"));
            }

            for (RawClient other : others) {
                other.ask(LARGE);
            }
            Await.growth("answers among those that do not read", askers::answered, 1000);
            assertEquals(ALL, scene.proxy("shop").get("open").asInt());
            askers.stop();
            long most = scene.memoryKib("VmHWM");
            assertTrue(most < MOST_KIB, () -> "most KiB: " + most);
            scene.assertNoFault();
        } finally {
            for (RawClient other : others) {
                other.close();
            }
        }
    }

    private Scene scene(int port) throws Exception {
        return Scene.start(
                folder,
                Map.of(
                        "shop",
                        Scene.proxy(
                                port,
                                SERVER.port(),
                                "recorder = journal",
                                "record.level = exchanges",
                                "drain.timeout = 1s",
                                "socket.sndbuf = 32k",
                                "socket.rcvbuf = 32k")),
                Map.of(),
                "-Xmx64m -Dpenstock.buffers=64m");
    }
}
