package org.penstock.demo.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The demo for somebody at a terminal, who types, and then leaves, in one way or another. */
@Timeout(300)
class TourIT {
    private static final String READY = "Ctrl-D ends all of it";

    @Test
    void aQuerySentThroughItShowsInTheShellUntilCtrlCAndCtrlDEndsAll() throws Exception {
        try (DemoProcess demo = DemoProcess.start()) {
            String port =
                    demo.await("serves MySQL clients on 127\\.0\\.0\\.1:(\\d+)").group(1);
            demo.await(READY);
            List<ProcessHandle> children = demo.handle().descendants().toList();
            try (DemoProcess query = DemoProcess.start("query", "--port", port, "SELECT 6 * 7 AS answer")) {
                assertEquals(0, query.awaitEnd());
                assertEquals(List.of("answer", "42"), query.output());
            }
            demo.type("penstock:journal tail -f --json");
            demo.await("\"db\\.query\\.text\": *\"SELECT 6 \\* 7 AS answer\"");
            demo.interrupt();
            demo.type("penstock:swap transport bio");
            demo.await("done in ");
            demo.endInput();
            assertEquals(0, demo.awaitEnd());
            assertGone(children);
        }
    }

    @Test
    void aSignalEndsAllOfIt() throws Exception {
        try (DemoProcess demo = DemoProcess.start()) {
            demo.await(READY);
            List<ProcessHandle> children = demo.handle().descendants().toList();
            List<Path> folders = folders(children);
            demo.handle().destroy();
            demo.awaitEnd();
            assertGone(children);
            for (Path folder : folders) {
                assertFalse(Files.exists(folder), folder.toString());
            }
        }
    }

    @Test
    void nothingItStartedOutlivesItsKill() throws Exception {
        try (DemoProcess demo = DemoProcess.start()) {
            demo.await(READY);
            List<ProcessHandle> children = demo.handle().descendants().toList();
            demo.handle().destroyForcibly();
            demo.awaitEnd();
            assertGone(children);
        }
    }

    /** Where the children have their data: named in their command lines. */
    private static List<Path> folders(List<ProcessHandle> children) {
        return children.stream()
                .flatMap(c -> c.info().arguments().stream())
                .flatMap(Arrays::stream)
                .filter(a -> a.startsWith("--datadir="))
                .map(a -> Path.of(a.substring("--datadir=".length())).getParent())
                .toList();
    }

    private static void assertGone(List<ProcessHandle> children) throws Exception {
        assertFalse(children.isEmpty());
        for (ProcessHandle child : children) {
            child.onExit().get();
        }
    }
}
