package org.penstock.demo.process;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;

/** A folder that only its owner may enter, removed with all that is in it unless it is {@link #keep kept}. */
public final class TemporaryFolder implements AutoCloseable {
    private final Path path;
    private volatile boolean kept;

    private TemporaryFolder(Path path) {
        this.path = path;
    }

    /** Below the system's folder for temporary files. */
    public static TemporaryFolder create(String prefix) throws IOException {
        return new TemporaryFolder(Files.createTempDirectory(
                        prefix, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")))
                .toAbsolutePath());
    }

    public Path path() {
        return path;
    }

    /** Leaves the folder where it is, for somebody to look into. */
    public void keep() {
        kept = true;
    }

    @Override
    public void close() throws IOException {
        if (!kept && Files.exists(path)) {
            remove(path);
        }
    }

    /** Removes a folder and all that is in it; follows no links. */
    public static void remove(Path folder) throws IOException {
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.deleteIfExists(file);
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
                Files.deleteIfExists(directory);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
