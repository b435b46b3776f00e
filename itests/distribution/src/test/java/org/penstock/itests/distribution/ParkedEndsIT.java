package org.penstock.itests.distribution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.penstock.itests.distribution.Instance.Call;

/** Sessions that wait for a core when the process stops: the next process ends their records. */
@Timeout(600)
class ParkedEndsIT {
    private static final String STOPPED = "the proxy's keeper was stopped while the core was away";

    @TempDir
    Path folder;

    @Test
    void sessionsParkedWhenTheFrameworkStopsAreRecordedToTheirEndByTheNextProcess() throws Exception {
        int port = Echo.freePort();
        try (Echo server = new Echo();
                Instance instance = new Instance(folder)) {
            instance.configure(
                    "echo",
                    "listen = 127.0.0.1:" + port,
                    "backend = " + server.address(),
                    "recorder = journal",
                    "park.timeout = 10m");
            done(instance.call("start"));
            try (Socket client = Echo.connect(port)) {
                assertTrue(Echo.answers(client, "hello"));
                done(instance.call("shell", "uninstall", bundle(instance, "proxy-core")));
                assertEquals(List.of("session-open"), types(instance));
                done(instance.call("stop"));
                assertEquals(-1, client.getInputStream().read());
            }
            assertEquals(
                    1,
                    lines(instance, "WARN ", "proxy=echo parked sessions were closed: " + STOPPED + "; sessions=1;"));
            Path left = instance.data("state/sessions");
            assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(left)));

            done(instance.call("start"));
            awaitLine(instance, "has ended the records of sessions that were closed: " + STOPPED + "; sessions=1");
            assertEquals(List.of("session-open", "session-close"), types(instance));
            assertTrue(journal(instance).contains("\"reason\":\"" + STOPPED + "\""), journal(instance));
            assertTrue(journal(instance).contains("\"client_bytes\":5,"), journal(instance));
            assertFalse(Files.exists(left));
            assertEquals(0, lines(instance, "ERROR", ""));
        }
    }

    private static Call done(Call call) {
        assertEquals(0, call.status(), () -> call.out() + call.err());
        return call;
    }

    private static String bundle(Instance instance, String name) throws Exception {
        Matcher m = Pattern.compile("(?m)^ *(\\d+)\\|.*org\\.penstock\\." + name + " ")
                .matcher(done(instance.call("shell", "lb -s")).out());
        assertTrue(m.find(), name);
        return m.group(1);
    }

    private static String journal(Instance instance) throws Exception {
        return done(instance.call("shell", "journal", "tail", "--from", "0", "--json"))
                .out();
    }

    private static List<String> types(Instance instance) throws Exception {
        return Pattern.compile("\"type\":\"([a-z-]+)\"")
                .matcher(journal(instance))
                .results()
                .map(m -> m.group(1))
                .toList();
    }

    private static long lines(Instance instance, String level, String text) throws Exception {
        return instance.log()
                .lines()
                .filter(l -> l.contains(" " + level + " ") && l.contains(text))
                .count();
    }

    private static void awaitLine(Instance instance, String text) throws Exception {
        while (lines(instance, "INFO ", text) == 0) {
            Thread.sleep(50);
        }
    }
}
