package org.penstock.demo.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The demo for somebody at a terminal, who types, and then leaves, in one way or another. */
@Timeout(300)
class TourIT {
    private static final String READY = "Ctrl-D ends all of it";

    private static final long LOOK_MS = 5;

    @TempDir
    Path temporary;

    @Test
    void aQuerySentThroughItShowsInTheShellUntilCtrlCAndCtrlDEndsAll() throws Exception {
        try (DemoProcess demo = DemoProcess.start(temporary)) {
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
            assertEquals(List.of(), left());
        }
    }

    @Test
    void aSignalEndsAllOfIt() throws Exception {
        try (DemoProcess demo = DemoProcess.start(temporary)) {
            demo.await(READY);
            List<ProcessHandle> children = demo.handle().descendants().toList();
            demo.handle().destroy();
            demo.awaitEnd();
            assertGone(children);
            assertEquals(List.of(), left());
        }
    }

    @Test
    void aSignalWhileMariaDbIsSetUpEndsAllOfIt() throws Exception {
        try (DemoProcess demo = DemoProcess.start(temporary)) {
            awaitMariaDbsData();
            List<ProcessHandle> children = demo.handle().descendants().toList();
            demo.interrupt();
            demo.awaitEnd();
            assertGone(children);
            assertEquals(List.of(), left());
        }
    }

    @Test
    void nothingItStartedOutlivesItsKill() throws Exception {
        try (DemoProcess demo = DemoProcess.start(temporary)) {
            demo.await(READY);
            List<ProcessHandle> children = demo.handle().descendants().toList();
            demo.handle().destroyForcibly();
            demo.awaitEnd();
            assertGone(children);
        }
    }

    /** Looks until MariaDB writes what is its own, which is long before it can be used. */
    private void awaitMariaDbsData() throws Exception {
        boolean there = false;
        while (!there) {
            Thread.sleep(LOOK_MS);
            try (DirectoryStream<Path> folders = Files.newDirectoryStream(temporary, "penstock-db-*")) {
                for (Path folder : folders) {
                    there |= Files.exists(folder.resolve("data/ibdata1"));
                }
            }
        }
    }

    private List<String> left() throws IOException {
        try (Stream<Path> files = Files.list(temporary)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }

    private static void assertGone(List<ProcessHandle> children) throws Exception {
        assertFalse(children.isEmpty());
        for (ProcessHandle child : children) {
            child.onExit().get();
        }
    }
}
