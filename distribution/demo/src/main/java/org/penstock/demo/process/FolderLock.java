package org.penstock.demo.process;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A lock in a folder, had for as long as this process lives or until it is closed: whoever gets it finds a folder that a
 * process which is gone has left behind.
 *
 * <p>Threads: any. Ownership: who takes one closes it.
 */
final class FolderLock implements AutoCloseable {
    /** Nobody else names a file so: a folder that has it is one of ours. */
    static final String NAME = "penstock-temporary.lock";

    /**
     * Those of this process. A process that closes a file gives up all its locks on it, so it must not open its own; and a
     * lock nobody refers to would end.
     */
    private static final Map<Path, FolderLock> OWN = new ConcurrentHashMap<>();

    private final Path folder;
    private final FileChannel file;

    private FolderLock(Path folder, FileChannel file) {
        this.folder = folder;
        this.file = file;
    }

    /**
     * Takes that of a new folder, which has it under its name only once it is taken.
     *
     * @throws IOException it has none, and no file of it is open; one that was begun may be in the folder
     */
    static FolderLock take(Path folder) throws IOException {
        Path beginning = folder.resolve(NAME + ".new");
        FileChannel file = FileChannel.open(beginning, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        FolderLock lock = new FolderLock(folder, file);
        try {
            file.lock();
            OWN.put(folder, lock);
            Files.move(beginning, folder.resolve(NAME));
        } catch (IOException | RuntimeException e) {
            Closing.after(e, lock);
            throw e;
        }
        return lock;
    }

    /** Takes that of a folder whose process is gone; empty where that lives, or the folder has none. */
    static synchronized Optional<FolderLock> takeOver(Path folder) throws IOException {
        if (OWN.containsKey(folder) || !isIn(folder)) {
            return Optional.empty();
        }
        FileChannel file = FileChannel.open(folder.resolve(NAME), StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
        FolderLock lock = new FolderLock(folder, file);
        // one that was released meanwhile may have been removed before, as that of a folder that is kept
        if (file.tryLock() == null || !isIn(folder)) {
            lock.close();
            return Optional.empty();
        }
        OWN.put(folder, lock);
        return Optional.of(lock);
    }

    private static boolean isIn(Path folder) {
        return Files.isRegularFile(folder.resolve(NAME), LinkOption.NOFOLLOW_LINKS);
    }

    Path folder() {
        return folder;
    }

    /** Makes it a folder that nobody takes over. */
    void remove() throws IOException {
        Files.deleteIfExists(folder.resolve(NAME));
    }

    @Override
    public void close() throws IOException {
        try {
            file.close();
        } finally {
            OWN.remove(folder, this); // last: whoever finds none opens the file
        }
    }
}
