package org.penstock.demo.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a killed process has left goes with the next of its kind, and nothing else does. */
@Timeout(60)
class TemporaryFolderTest {
    @TempDir
    Path temporary;

    private final List<Holder> holders = new ArrayList<>();

    @AfterEach
    void endAll() throws Exception {
        for (Holder holder : holders) {
            holder.process().destroyForcibly().waitFor();
        }
    }

    /** A process with temporary folders of its own. */
    private record Holder(Process process, BufferedReader said, List<Path> folders) {
        void kill() throws InterruptedException {
            process.destroyForcibly().waitFor();
        }

        void tell(String word) throws IOException, InterruptedException {
            process.getOutputStream().write((word + "\n").getBytes(StandardCharsets.UTF_8));
            process.getOutputStream().close();
            assertEquals(0, process.waitFor());
        }
    }

    private Holder hold(String... prefixes) throws IOException {
        Holder holder = start(Holding.class, prefixes);
        for (String prefix : prefixes) {
            Path folder = Path.of(holder.said().readLine());
            assertTrue(Files.isRegularFile(folder.resolve("data/file")), prefix);
            holder.folders().add(folder);
        }
        return holder;
    }

    private Holder start(Class<?> program, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djava.io.tmpdir=" + temporary,
                "-cp",
                System.getProperty("java.class.path"),
                program.getName()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        Holder holder = new Holder(
                process,
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8)),
                new ArrayList<>());
        holders.add(holder);
        return holder;
    }

    /** Makes folders, says where, and does with them as it is told. */
    static final class Holding {
        public static void main(String[] prefixes) throws IOException {
            List<TemporaryFolder> folders = new ArrayList<>();
            for (String prefix : prefixes) {
                TemporaryFolder folder = TemporaryFolder.create(prefix);
                Files.createDirectory(folder.path().resolve("data"));
                Files.writeString(folder.path().resolve("data/file"), "content");
                folders.add(folder);
            }
            folders.forEach(folder -> System.out.println(folder.path()));
            BufferedReader told = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            if (String.valueOf(told.readLine()).startsWith("keep")) {
                for (TemporaryFolder folder : folders) {
                    folder.keep();
                }
                System.out.println("kept");
                told.readLine();
            }
            for (TemporaryFolder folder : folders) {
                folder.close();
            }
        }
    }

    /** Makes two folders at the same moment, once it is told to, and holds them until its input ends. */
    static final class Racing {
        public static void main(String[] prefix) throws Exception {
            ExecutorService threads = Executors.newFixedThreadPool(2);
            CyclicBarrier together = new CyclicBarrier(2);
            Callable<TemporaryFolder> one = () -> {
                together.await();
                return TemporaryFolder.create(prefix[0]);
            };
            System.out.println("ready");
            System.in.read();
            List<TemporaryFolder> folders = new ArrayList<>();
            for (Future<TemporaryFolder> made : threads.invokeAll(List.of(one, one))) {
                folders.add(made.get());
            }
            threads.shutdown();
            folders.forEach(folder -> System.out.println(folder.path()));
            System.in.read();
            for (TemporaryFolder folder : folders) {
                folder.close();
            }
        }
    }

    private static boolean exists(Holder holder) {
        return holder.folders().stream().allMatch(Files::exists);
    }

    @Test
    void whatAKilledProcessLeftGoesWithTheNextOfItsPrefix() throws Exception {
        Holder killed = hold("a-", "a-", "b-");
        killed.kill();
        assertTrue(exists(killed));
        hold("a-");
        assertFalse(Files.exists(killed.folders().get(0)));
        assertFalse(Files.exists(killed.folders().get(1)));
        assertTrue(Files.exists(killed.folders().get(2)), "of another prefix");
    }

    @Test
    void thoseOfProcessesThatLiveStay() throws Exception {
        Holder one = hold("a-", "a-");
        Holder other = hold("a-", "a-");
        assertTrue(exists(one));
        hold("a-").tell("end");
        assertTrue(exists(one) && exists(other));
    }

    @Test
    void thoseThatTakeOverAtTheSameMomentLeaveEachOtherAlone() throws Exception {
        Holder killed = hold(Collections.nCopies(30, "a-").toArray(String[]::new));
        killed.kill();
        List<Holder> racing = List.of(start(Racing.class, "a-"), start(Racing.class, "a-"));
        for (Holder holder : racing) {
            assertEquals("ready", holder.said().readLine());
        }
        for (Holder holder : racing) {
            holder.process().getOutputStream().write('\n');
            holder.process().getOutputStream().flush();
        }
        for (Holder holder : racing) {
            holder.folders().add(Path.of(holder.said().readLine()));
            holder.folders().add(Path.of(holder.said().readLine()));
        }
        for (Holder holder : racing) {
            assertTrue(exists(holder));
        }
        assertEquals(List.of(), killed.folders().stream().filter(Files::exists).toList());
        for (Holder holder : racing) {
            holder.process().getOutputStream().close();
            assertEquals(0, holder.process().waitFor());
        }
    }

    @Test
    void oneLockIsNotHadTwice() throws Exception {
        Path leftover = mine("a-1");
        Files.createFile(leftover.resolve(FolderLock.NAME));
        try (FolderLock lock = FolderLock.takeOver(leftover).orElseThrow()) {
            assertTrue(FolderLock.takeOver(lock.folder()).isEmpty(), "by this process");
            hold("a-");
            assertTrue(Files.exists(leftover), "by another one");
        }
        hold("a-");
        assertFalse(Files.exists(leftover));
    }

    @Test
    void whatIsKeptStays() throws Exception {
        Holder keeps = hold("a-");
        keeps.tell("keep");
        hold("a-");
        assertTrue(exists(keeps));
    }

    @Test
    void oneThatEndsLeavesNothing() throws Exception {
        Holder ends = hold("a-", "b-");
        ends.tell("end");
        try (var left = Files.list(temporary)) {
            assertEquals(List.of(), left.toList());
        }
    }

    @Test
    void whatIsKeptStaysWhereItsProcessIsKilled() throws Exception {
        Holder keeps = hold("a-");
        keeps.process().getOutputStream().write("keep and wait\n".getBytes(StandardCharsets.UTF_8));
        keeps.process().getOutputStream().flush();
        assertEquals("kept", keeps.said().readLine());
        keeps.kill();
        hold("a-");
        assertTrue(exists(keeps));
    }

    /** What a killed process has started ends a little later. */
    @Test
    void oneThatAnotherProcessStillWorksInStaysUntilThatEnds() throws Exception {
        Holder killed = hold("a-");
        Process child = new ProcessBuilder("cat")
                .directory(killed.folders().get(0).resolve("data").toFile())
                .start();
        killed.kill();
        hold("a-");
        assertTrue(exists(killed));
        child.getOutputStream().close();
        child.waitFor();
        hold("a-");
        assertFalse(exists(killed));
    }

    @Test
    void whatALinkLeadsToStays() throws Exception {
        Path elsewhere = Files.createDirectory(temporary.resolve("elsewhere"));
        Files.createFile(elsewhere.resolve("file"));
        Holder killed = hold("a-");
        Files.createSymbolicLink(killed.folders().get(0).resolve("link"), elsewhere);
        killed.kill();
        hold("a-");
        assertFalse(exists(killed));
        assertTrue(Files.exists(elsewhere.resolve("file")));
    }

    @Test
    void whatIsNobodysStays() throws Exception {
        Holder killed = hold("b-");
        killed.kill();
        Path folder = killed.folders().get(0);
        Path file = Files.createFile(temporary.resolve("a-1"));
        Path link = Files.createSymbolicLink(temporary.resolve("a-2"), folder);
        Path unlocked = mine("a-3");
        Path named = mine("a-notes");
        Files.createFile(named.resolve(FolderLock.NAME));
        Path linked = mine("a-4");
        Files.createSymbolicLink(linked.resolve(FolderLock.NAME), folder.resolve(FolderLock.NAME));
        Path open = mine("a-5");
        Files.createFile(open.resolve(FolderLock.NAME));
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path leftover = mine("a-6");
        Files.createFile(leftover.resolve(FolderLock.NAME));
        hold("a-");
        for (Path other : List.of(file, link, unlocked, named, linked, open)) {
            assertTrue(Files.exists(other, LinkOption.NOFOLLOW_LINKS), other.toString());
        }
        assertTrue(exists(killed));
        assertFalse(Files.exists(leftover), "or none of the others tells anything");
    }

    private Path mine(String name) throws IOException {
        return Files.createDirectory(
                temporary.resolve(name),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }

    @Test
    void anotherUsersStays() throws Exception {
        assumeTrue(Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0), "only root can give a folder away");
        Holder killed = hold("a-");
        killed.kill();
        Files.setAttribute(killed.folders().get(0), "unix:uid", 65_534);
        hold("a-");
        assertTrue(exists(killed));
    }
}
