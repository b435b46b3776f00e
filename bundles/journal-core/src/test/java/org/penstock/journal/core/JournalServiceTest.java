package org.penstock.journal.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.penstock.test.support.LogLines;

/** Promise: a journal that cannot be opened says where, why and what to do, in words, and says it once. */
@Timeout(60)
class JournalServiceTest {
    @TempDir
    Path folder;

    private final LogLines log = LogLines.capture();
    private final Semaphore tries = new Semaphore(0);
    private JournalService service;

    @AfterEach
    void stop() {
        log.close();
        service.stop();
    }

    private void start(Path directory, JournalService.Opening opening) {
        service = new JournalService(null, new StorageChoice(), config -> {
            try {
                return opening.open(config);
            } finally {
                tries.release();
            }
        });
        service.start(Opened.config(directory));
    }

    private static OpenJournal open(JournalConfig config) throws IOException {
        return OpenJournal.open(config, Clocks.system());
    }

    private String line() {
        List<String> lines = log.with("event=journal-not-open");
        assertEquals(1, lines.size(), lines.toString());
        return lines.get(0);
    }

    private void assertTells(String... texts) {
        String line = line();
        for (String text : texts) {
            assertTrue(line.contains(text), line);
        }
    }

    @Test
    void aDirectoryThatIsAFileIsSaidToBe() throws IOException {
        Path file = Files.createFile(folder.resolve("a"));
        start(file, JournalServiceTest::open);
        assertTells("directory=" + file, file + ": exists already", "then=\"it is tried again each second\"");
    }

    @Test
    void aPathThroughAFileIsSaidToBe() throws IOException {
        Path below = Files.createFile(folder.resolve("a")).resolve("b");
        start(below, JournalServiceTest::open);
        assertTells("directory=" + below, ": Not a directory\"");
    }

    @Test
    void missingMemoryIsToldWithItsRemedyAndOnce() throws InterruptedException {
        start(folder, config -> {
            throw new OutOfMemoryError("Cannot reserve 536870912 bytes of direct buffer memory (allocated: "
                    + tries.availablePermits() + ", limit: 268435456)");
        });
        tries.acquire(3); // what the second came to is known when the third begins
        assertTells(
                "out of memory: Cannot reserve 536870912 bytes of direct buffer memory",
                "raise -XX:MaxDirectMemorySize, or lower ring.size = ");
    }
}
