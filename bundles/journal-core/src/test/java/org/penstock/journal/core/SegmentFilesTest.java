package org.penstock.journal.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Queue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.penstock.journal.tck.FaultyStorage;
import org.penstock.journal.tck.FaultyStorage.Call;

/** Promise: each segment ordered is made once and used or closed, however long its making takes. */
class SegmentFilesTest {
    private static final long SIZE = 2 * SegmentHeader.LENGTH;

    @TempDir
    Path directory;

    private final FaultyStorage storage = new FaultyStorage(new LazyStorage());
    private final Queue<Runnable> tasks = new ArrayDeque<>();

    private SegmentFiles files() throws IOException {
        Status status = new Status(directory, 0, System::nanoTime);
        return new SegmentFiles(Recovery.run(directory, SIZE), tasks::add, status, () -> {});
    }

    private void runTasks() {
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            task.run();
        }
    }

    @Test
    void whatIsOrderedTwiceIsMadeOnce() throws IOException {
        SegmentFiles files = files();
        files.order(storage, SIZE);
        files.order(storage, SIZE);
        runTasks();
        files.order(storage, SIZE);
        runTasks();
        assertEquals(1, storage.calls(Call.CREATE));
        assertNotNull(files.take());
        assertNull(files.take());
    }

    @Test
    void whatIsOrderedBeforeTheStorageBeforeHasBeenReleasedIsMadeOnceToo() throws IOException {
        SegmentFiles files = files();
        files.release(() -> {});
        files.order(storage, SIZE); // who was to wait for the release has lost patience
        tasks.remove().run();
        files.order(storage, SIZE);
        runTasks();
        assertEquals(1, storage.calls(Call.CREATE));
        assertNotNull(files.take());
    }

    @Test
    void aSegmentReleasedUnusedIsUsedAsTheNext() throws IOException {
        SegmentFiles files = files();
        files.order(storage, SIZE);
        runTasks();
        files.release(() -> {});
        runTasks();
        assertEquals(1, storage.calls(Call.CLOSE));
        files.order(storage, SIZE);
        runTasks();
        assertEquals(1, files.take().number());
        assertEquals(1, storage.calls(Call.CREATE));
    }
}
