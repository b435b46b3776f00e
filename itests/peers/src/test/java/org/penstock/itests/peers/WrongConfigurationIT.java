package org.penstock.itests.peers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.penstock.demo.process.Ports;

/** Mistakes in the configuration of a running Penstock: each is told in one line, and costs nobody else anything. */
@Timeout(180)
class WrongConfigurationIT {
    /** @param told what the line has: the file, the key with its value, and what is allowed */
    private record Mistake(String proxy, String text, List<String> told) {}

    @RegisterExtension
    static final SharedServer SERVER = new SharedServer();

    @TempDir
    Path folder;

    @Test
    void eachMistakeIsToldInOneLineAndTheGoodProxiesGoOn() throws Exception {
        int port = Ports.free();
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Scene scene = Scene.start(folder, Map.of("good", Scene.proxy(port, SERVER.port())));
                Askers askers = Askers.start(port, 2, "")) {
            List<Mistake> mistakes = mistakes(taken.getLocalPort(), port);
            for (Mistake m : mistakes) {
                scene.configure(m.proxy(), m.text());
            }
            for (Mistake m : mistakes) {
                Await.until("word of " + m, () -> !linesOf(scene, m).isEmpty());
                assertTold(m, linesOf(scene, m));
                Await.until("what is wrong with " + m, () -> {
                    String detail = scene.proxy(m.proxy()).path("detail").asText();
                    return m.told().stream().allMatch(detail::contains);
                });
            }
            Await.growth("answers", askers::answered, 100);
            askers.stop();
            assertEquals("SERVING", scene.proxy("good").get("state").asText().toUpperCase(java.util.Locale.ROOT));
            for (Mistake m : mistakes) {
                assertEquals(1, linesOf(scene, m).size(), scene::everythingSaid);
            }
        }
    }

    @Test
    void aBadEditLeavesTheLastGoodConfigurationInForce() throws Exception {
        int port = Ports.free();
        try (Scene scene = Scene.start(folder, Map.of("good", Scene.proxy(port, SERVER.port())));
                Askers askers = Askers.start(port, 2, "")) {
            scene.configure("good", Scene.proxy(port, SERVER.port(), "sessions.max = many"));
            Mistake mistake = new Mistake("good", "", List.of("sessions.max", "many", "1000000"));
            Await.until("word of it", () -> !linesOf(scene, mistake).isEmpty());
            assertTold(mistake, linesOf(scene, mistake));
            Await.growth("answers", askers::answered, 100);
            assertEquals("served", Askers.ask(port, "SELECT 'served'"));
            askers.stop();

            scene.configure("good", Scene.proxy(port, SERVER.port(), "sessions.max = 7"));
            Await.until(
                    "the good edit",
                    () -> !scene.log("proxy=good uses its new configuration").isEmpty());
            assertEquals("", scene.proxy("good").get("detail").asText());
        }
    }

    private List<Mistake> mistakes(int taken, int shared) throws Exception {
        List<Mistake> mistakes = new ArrayList<>();
        int backend = SERVER.port();
        mistakes.add(new Mistake(
                "key",
                Scene.proxy(Ports.free(), backend, "recrod.level = off"),
                List.of("recrod.level", "record.level")));
        mistakes.add(
                new Mistake("port", Scene.proxy(65536, backend), List.of("listen = 127.0.0.1:65536", "HOST:PORT")));
        mistakes.add(new Mistake(
                "transport",
                Scene.proxy(Ports.free(), backend, "transport = warp"),
                // with netty-epoll and netty-io_uring in between, where the machine has them
                List.of("transport = warp", "in service: aio, bio, netty-", "netty-nio, nio, nio-pool, nio-split")));
        mistakes.add(
                new Mistake("taken", Scene.proxy(taken, backend), List.of("listen = 127.0.0.1:" + taken, "allowed")));
        mistakes.add(new Mistake(
                "shared", Scene.proxy(shared, backend), List.of("listen = 127.0.0.1:" + shared, "good", "allowed")));
        mistakes.add(new Mistake(
                "name",
                Scene.proxy(Ports.free(), backend).replaceAll("backend = .*", "backend = db.invalid:3306"),
                List.of("backend = db.invalid:3306", "allowed")));
        return mistakes;
    }

    private static List<String> linesOf(Scene scene, Mistake m) throws Exception {
        return scene.log(" (ERROR|WARN ) .*" + Scene.file(m.proxy()).replace(".", "\\."));
    }

    private static void assertTold(Mistake mistake, List<String> lines) {
        String line = lines.get(0);
        assertTrue(mistake.told().stream().allMatch(line::contains), () -> mistake + ": " + line);
    }
}
