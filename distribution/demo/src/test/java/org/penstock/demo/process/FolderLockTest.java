package org.penstock.demo.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A lock that cannot be taken leaves nothing. */
class FolderLockTest {
    @TempDir
    Path folder;

    @Test
    void oneThatCannotHaveItsNameIsNotHeld() throws IOException {
        Files.createFile(folder.resolve(FolderLock.NAME));
        assertThrows(FileAlreadyExistsException.class, () -> FolderLock.take(folder));
        assertEquals(List.of(), openIn(folder));
        Optional<FolderLock> another = FolderLock.takeOver(folder);
        assertTrue(another.isPresent(), "nobody has it");
        another.get().close();
    }

    @Test
    void aFolderThatGetsNoLockIsRemoved() throws IOException {
        Path unlocked = Files.createDirectory(folder.resolve("new"));
        Files.createFile(unlocked.resolve(FolderLock.NAME));
        assertThrows(FileAlreadyExistsException.class, () -> TemporaryFolder.locked(unlocked));
        assertFalse(Files.exists(unlocked));
    }

    /** The files below a folder that this process has open. */
    private static List<Path> openIn(Path folder) throws IOException {
        List<Path> open = new ArrayList<>();
        try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
            for (Path descriptor : descriptors.filter(Files::exists).toList()) {
                Path file = Files.readSymbolicLink(descriptor);
                if (file.startsWith(folder.toRealPath())) {
                    open.add(file);
                }
            }
        }
        return open;
    }
}
