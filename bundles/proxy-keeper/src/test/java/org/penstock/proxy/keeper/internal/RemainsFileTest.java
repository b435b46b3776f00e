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
        return new ClosedSession(proxy, state, reason);
    }

    @Test
    void whatIsLeftIsTakenOnceInOrder() throws IOException {
        new RemainsFile(file()).leave(List.of(closed("a", 70_000, "why"), closed("b", 0, ""), closed("a", 3, "else")));
        List<ClosedSession> taken = new RemainsFile(file()).take();
        assertEquals(
                List.of("a", "b", "a"), taken.stream().map(ClosedSession::proxy).toList());
        assertEquals(
                List.of("why", "", "else"),
                taken.stream().map(ClosedSession::reason).toList());
        assertArrayEquals(closed("a", 70_000, "").state(), taken.get(0).state());
        assertArrayEquals(closed("a", 3, "").state(), taken.get(2).state());
        assertEquals(List.of(), new RemainsFile(file()).take());
        assertEquals(List.of(), names());
    }

    @Test
    void nobodyElseMayReadIt() throws IOException {
        new RemainsFile(file()).leave(List.of(closed("a", 1, "why")));
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file())));
    }

    @Test
    void whereNothingIsLeftThereIsNoFile() throws IOException {
        new RemainsFile(file()).leave(List.of());
        assertEquals(List.of(), new RemainsFile(file()).take());
        assertEquals(List.of(), names());
    }

    /** Cut anywhere, or of another form: nothing is made up, and what is wrong is told once. */
    @Test
    void ofADamagedFileNothingIsTaken() throws IOException {
        new RemainsFile(file()).leave(List.of(closed("a", 9, "why"), closed("a", 9, "why")));
        byte[] whole = Files.readAllBytes(file());
        for (int length = 0; length < whole.length; length++) {
            refuses(Arrays.copyOf(whole, length), "not a whole list of closed sessions");
        }
        byte[] newer = whole.clone();
        newer[3]++;
        refuses(newer, "closed sessions of form 2; this keeper reads form 1");
        byte[] endless = whole.clone();
        endless[whole.length - 9 - 4] = -1; // of the last state's length
        refuses(endless, "not a whole list of closed sessions");
    }

    private void refuses(byte[] content, String why) throws IOException {
        Files.write(file(), content);
        IOException e = assertThrows(IOException.class, () -> new RemainsFile(file()).take());
        assertEquals(file() + ": " + why, e.getMessage());
        assertEquals(List.of(), new RemainsFile(file()).take());
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
