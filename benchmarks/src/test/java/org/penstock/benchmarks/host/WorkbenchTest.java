package org.penstock.benchmarks.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.penstock.benchmarks.WorkNotDone;

@Timeout(60)
class WorkbenchTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    @TempDir
    Path repository;

    private Workbench bench;

    @BeforeEach
    void open() throws Exception {
        bench = Workbench.open(repository);
    }

    @AfterEach
    void close() throws IOException {
        bench.close();
    }

    @Test
    void closingEndsEveryProcessAndItsChildrenAndRemovesTheFolder() throws Exception {
        // a shell that does not pass the signal on, as a daemon's parent might
        ChildProcess shell = start("sh", "-c", "sleep 600 & echo up; wait");
        awaitOutput(shell, "up");
        ProcessHandle parent = shell.handle();
        ProcessHandle child = parent.descendants().findFirst().orElseThrow();
        bench.close();
        assertFalse(parent.isAlive());
        assertFalse(child.isAlive());
        assertFalse(Files.exists(bench.directory()));
    }

    @Test
    void nothingStartsOnceItIsClosed() throws Exception {
        bench.close();
        assertThrows(CancellationException.class, () -> start("true"));
    }

    @Test
    void aProcessThatIsFedHearsWhatItIsTold() throws Exception {
        ChildProcess child = bench.startFed("test", bench.pinning().load(), List.of("cat"), Map.of());
        child.tell("one\ntwo\n");
        awaitOutput(child, "two");
        assertEquals("two", child.lastLine());
    }

    @Test
    void aNoteReachesWhoListens() {
        List<String> heard = new ArrayList<>();
        bench.note("nobody listens yet");
        bench.onNote(heard::add);
        bench.note("skipped");
        assertEquals(List.of("skipped"), heard);
    }

    @Test
    void aSecondRunIsRefusedUntilTheFirstIsOver() throws Exception {
        IOException refusal = assertThrows(IOException.class, () -> Workbench.open(repository));
        assertEquals("another benchmark runs already; one at a time", refusal.getMessage());
        bench.close();
        Workbench.open(repository).close();
    }

    @Test
    void aProcessThatEndsBeforeItListensSaysWhy() throws Exception {
        ChildProcess child = start("sh", "-c", "echo no such setting; exit 3");
        WorkNotDone problem = assertThrows(WorkNotDone.class, () -> child.awaitListening(ListeningPorts.free(), LONG));
        assertEquals("ended with status 3 before it was ready: no such setting", problem.getMessage());
    }

    @Test
    void cpuTimeCountsChildrenThatHaveEnded() throws Exception {
        // the shell itself waits, without another child: the tree is the same in all that is asked of it below
        String work = "(i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done); echo done; read end";
        ChildProcess shell = bench.startFed("child", bench.pinning().party(), List.of("sh", "-c", work), Map.of());
        ProcessTree tree = bench.account(shell);
        awaitOutput(shell, "done");
        long used = tree.cpuNanos();
        assertTrue(used >= 10_000_000, "at least a tick: " + used);
        assertTrue(tree.residentBytes() > 0);
        assertTrue(tree.peakBytes() >= tree.residentBytes());
    }

    @Test
    void aProcessIsPinned() throws Exception {
        CpuSet one = bench.pinning().party();
        ChildProcess child = start("grep", "Cpus_allowed_list", "/proc/self/status");
        assertEquals(0, child.await(LONG));
        assertEquals(one, CpuSet.parse(child.output().replaceAll(".*:", "")));
    }

    private ChildProcess start(String... command) throws IOException {
        return bench.start("child", bench.pinning().party(), List.of(command), Map.of());
    }

    private static void awaitOutput(ChildProcess child, String text) {
        while (!child.output().contains(text)) {
            Thread.onSpinWait();
        }
    }
}
