package org.penstock.shell.start;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.penstock.shell.command.Status;

@Timeout(30)
class StartReportTest {
    /** Is ready, or not, when the test says so. */
    private static final class FakeStatus implements Status {
        final BlockingQueue<Optional<String>> answers = new ArrayBlockingQueue<>(1);
        final CountDownLatch asked = new CountDownLatch(1);
        volatile long seconds;
        volatile long proxies;

        @Override
        public Optional<String> await(long longest, long atLeast, BooleanSupplier wanted) throws InterruptedException {
            seconds = longest;
            proxies = atLeast;
            asked.countDown();
            while (wanted.getAsBoolean()) {
                Optional<String> answer = answers.poll(5, TimeUnit.MILLISECONDS);
                if (answer != null) {
                    return answer;
                }
            }
            return Optional.of("not waited for any longer");
        }

        @Override
        public void print(PrintStream out) {
            out.println("serving: 1 of 1 proxy");
        }
    }

    @TempDir
    Path folder;

    private final FakeStatus status = new FakeStatus();
    private final Properties properties = new Properties();
    private Path file;

    @BeforeEach
    void requested() {
        file = folder.resolve("started.17");
        properties.setProperty(Request.FILE, file.toString());
        properties.setProperty(Request.SECONDS, "3600");
        properties.setProperty(Request.PROXIES, "4");
    }

    private StartReport report() {
        return new StartReport(status, Optional::empty, properties);
    }

    private String awaitText() throws IOException, InterruptedException {
        while (!Files.exists(file)) {
            Thread.sleep(5); // it comes from a thread of its own; a hang fails by time-out
        }
        return Files.readString(file);
    }

    private void assertNothingIsThere() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            assertEquals(0, files.count());
        }
    }

    @Test
    void whatServesIsReadyAndShown() throws Exception {
        status.answers.add(Optional.empty());
        report();
        assertEquals("ready\nserving: 1 of 1 proxy\n", awaitText());
        assertEquals(4, status.proxies);
        assertTrue(status.seconds <= 3600, "from the start of the process: " + status.seconds);
        try (Stream<Path> files = Files.list(folder)) {
            assertEquals(1, files.count(), "nothing unfinished is left beside it");
        }
    }

    @Test
    void whatDoesNotServeIsToldFirst() throws Exception {
        status.answers.add(Optional.of("proxy orders is failed"));
        report();
        assertEquals("not ready: proxy orders is failed\nserving: 1 of 1 proxy\n", awaitText());
    }

    @Test
    void aShellThatDidNotOpenIsNotReady() throws Exception {
        new StartReport(status, () -> Optional.of("control socket not opened: no such folder"), properties);
        assertTrue(awaitText().startsWith("not ready: control socket not opened: no such folder\n"));
        assertEquals(1, status.asked.getCount(), "nothing else is waited for");
    }

    @Test
    void nobodyIsToldWhoDidNotAsk() throws Exception {
        properties.clear();
        report().deactivate();
        assertEquals(1, status.asked.getCount());
        assertNothingIsThere();
    }

    @Test
    void itIsToldOnce() throws Exception {
        status.answers.add(Optional.empty());
        StartReport first = report();
        awaitText();
        first.deactivate();
        Files.delete(file);
        report().deactivate();
        assertNothingIsThere();
    }

    @Test
    void whoComesAfterOneThatWentEarlyTells() throws Exception {
        StartReport first = report();
        status.asked.await();
        first.deactivate();
        assertNothingIsThere();
        status.answers.add(Optional.empty());
        report();
        assertTrue(awaitText().startsWith("ready\n"));
    }

    @Test
    void aPlaceThatIsGoneEndsNothing() throws Exception {
        properties.setProperty(Request.FILE, folder.resolve("gone/started.17").toString());
        status.answers.add(Optional.empty());
        StartReport report = report();
        status.asked.await();
        report.deactivate();
        assertNothingIsThere();
    }

    @Test
    void aNumberThatIsNoneIsRefused() {
        properties.setProperty(Request.SECONDS, "soon");
        assertThrows(NumberFormatException.class, this::report);
    }
}
