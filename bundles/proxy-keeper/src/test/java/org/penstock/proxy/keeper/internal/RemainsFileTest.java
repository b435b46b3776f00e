package org.penstock.proxy.keeper.internal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.penstock.proxy.keeper.ClosedSession;

@Timeout(30)
class RemainsFileTest {
    @TempDir
    private Path folder;

    private Path file() {
        return folder.resolve("data/sessions");
    }

    private static ClosedSession closed(String proxy, int stateBytes, String reason) {
        byte[] state = new byte[stateBytes];
        Arrays.fill(state, (byte) stateBytes);
        return new ClosedSession(proxy, 1L << 52 | stateBytes, state, reason);
    }

    @Test
    void whatIsLeftIsThereInOrderUntilItIsReplaced() throws IOException {
        new RemainsFile(file()).leave(List.of(closed("a", 70_000, "why"), closed("b", 0, ""), closed("a", 3, "else")));
        for (int i = 0; i < 2; i++) { // a process that has read it may be killed before it has ended anything
            List<ClosedSession> read = new RemainsFile(file()).read();
            assertEquals(
                    List.of("a", "b", "a"),
                    read.stream().map(ClosedSession::proxy).toList());
            assertEquals(
                    List.of("why", "", "else"),
                    read.stream().map(ClosedSession::reason).toList());
            assertEquals(1L << 52 | 3, read.get(2).session());
            assertArrayEquals(closed("a", 70_000, "").state(), read.get(0).state());
            assertArrayEquals(closed("a", 3, "").state(), read.get(2).state());
        }
        new RemainsFile(file()).leave(List.of(closed("c", 1, "")));
        assertEquals("c", new RemainsFile(file()).read().get(0).proxy());
        new RemainsFile(file()).leave(List.of());
        assertEquals(List.of(), new RemainsFile(file()).read());
        assertEquals(List.of(), names());
    }

    /** It was killed while it wrote. */
    @Test
    void aHalfWrittenOneIsInNobodysWay() throws IOException {
        new RemainsFile(file()).leave(List.of(closed("a", 1, "why")));
        Files.writeString(file().resolveSibling("sessions.new"), "half");
        assertEquals(1, new RemainsFile(file()).read().size());
        new RemainsFile(file()).leave(List.of(closed("a", 1, "why"), closed("b", 1, "why")));
        assertEquals(2, new RemainsFile(file()).read().size());
        assertEquals(List.of("sessions"), names());
    }

    @Test
    void nobodyElseMayReadIt() throws IOException {
        new RemainsFile(file()).leave(List.of(closed("a", 1, "why")));
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file())));
    }

    @Test
    void whereNothingIsLeftThereIsNoFile() throws IOException {
        new RemainsFile(file()).leave(List.of());
        assertEquals(List.of(), new RemainsFile(file()).read());
        assertEquals(List.of(), names());
    }

    /** Cut anywhere, or of another form: nothing is made up, what is wrong is told once, and it is put aside. */
    @Test
    void ofADamagedFileNothingIsTaken() throws IOException {
        new RemainsFile(file()).leave(List.of(closed("a", 9, "why"), closed("a", 9, "why")));
        byte[] whole = Files.readAllBytes(file());
        for (int length = 0; length < whole.length; length++) {
            refuses(Arrays.copyOf(whole, length), "not a whole list of closed sessions");
        }
        byte[] newer = whole.clone();
        newer[3]++;
        refuses(newer, "closed sessions of form 3; this keeper reads form 2");
        byte[] endless = whole.clone();
        endless[whole.length - 9 - 4] = -1; // of the last state's length
        refuses(endless, "not a whole list of closed sessions");
        byte[] noText = whole.clone();
        noText[10] = (byte) 0xff; // of the first proxy's name
        refuses(noText, "not a whole list of closed sessions");
    }

    private void refuses(byte[] content, String why) throws IOException {
        Files.write(file(), content);
        IOException e = assertThrows(IOException.class, () -> new RemainsFile(file()).read());
        assertEquals(file() + ": " + why + "; it is sessions.unreadable now", e.getMessage());
        assertEquals(List.of(), new RemainsFile(file()).read());
        assertArrayEquals(content, Files.readAllBytes(file().resolveSibling("sessions.unreadable")));
    }

    @Test
    void whatCannotBeWrittenLeavesNothingHalf() throws IOException {
        Files.createDirectories(file());
        Files.createFile(file().resolve("not empty"));
        assertThrows(IOException.class, () -> new RemainsFile(file()).leave(List.of(closed("a", 1, "why"))));
        assertEquals(List.of("sessions"), names());
    }

    private List<String> names() throws IOException {
        if (!Files.exists(file().getParent())) {
            return List.of();
        }
        try (Stream<Path> all = Files.list(file().getParent())) {
            return all.map(p -> p.getFileName().toString()).toList();
        }
    }
}
