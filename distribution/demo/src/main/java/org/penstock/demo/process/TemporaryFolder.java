package org.penstock.demo.process;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * A folder that only its owner may enter, removed with all that is in it unless it is {@link #keep kept}. What a process
 * that was killed has left behind goes when its user makes the next one of the same prefix.
 */
public final class TemporaryFolder implements AutoCloseable {
    /** Its owner's alone. */
    static final String RIGHTS = "rwx------";

    private final Path path;
    private final FolderLock lock;
    private volatile boolean kept;

    private TemporaryFolder(Path path, FolderLock lock) {
        this.path = path;
        this.lock = lock;
    }

    /** Below the system's folder for temporary files. */
    public static TemporaryFolder create(String prefix) throws IOException {
        Path path = Files.createTempDirectory(
                        prefix, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(RIGHTS)))
                .toAbsolutePath();
        TemporaryFolder folder = locked(path);
        new Leftovers(prefix, Files.getOwner(path)).removeFrom(path.getParent());
        return folder;
    }

    /** Locks a new folder; removes it where that fails, as nobody takes over one that has no lock. */
    static TemporaryFolder locked(Path path) throws IOException {
        try {
            return new TemporaryFolder(path, FolderLock.take(path));
        } catch (IOException | RuntimeException e) {
            Closing.after(e, () -> remove(path));
            throw e;
        }
    }

    public Path path() {
        return path;
    }

    /** Leaves the folder where it is, for somebody to look into; also where this process is killed from now on. */
    public void keep() throws IOException {
        kept = true;
        lock.remove();
    }

    @Override
    public void close() throws IOException {
        try {
            if (!kept && Files.exists(path)) {
                remove(path);
            }
        } finally {
            lock.close();
        }
    }

    /** Removes a folder and all that is in it; follows no links. Its lock goes last, so that a rest is still known as ours. */
    public static void remove(Path folder) throws IOException {
        Path last = folder.resolve(FolderLock.NAME);
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                if (!file.equals(last)) {
                    Files.deleteIfExists(file);
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
                if (failure instanceof NoSuchFileException) { // whoever made it is not quite gone and removed it
                    return FileVisitResult.CONTINUE;
                }
                throw failure;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path directory, IOException failure) throws IOException {
                if (directory.equals(folder)) {
                    Files.deleteIfExists(last);
                }
                Files.deleteIfExists(directory);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
