package org.penstock.journal.core;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Keeps a journal's directory to one writer: a lock of the operating system's on {@code journal.lock}, which a killed
 * process cannot leave behind, and beside it {@code journal.pid}, which says whose it is.
 *
 * <p>Two files, because closing any descriptor of a locked file gives up the process's lock on it: nobody may open
 * {@code journal.lock} to look. For the same reason a second opener in one process is told by the pid file before it
 * touches the lock.
 */
final class DirectoryLock implements Closeable {
    private static final String LOCK = "journal.lock";
    private static final String PID = "journal.pid";
    private static final Pattern OWNER = Pattern.compile("[0-9]+ [0-9]+");
    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rw-------");

    private final FileChannel channel;
    private final Path pid;

    private DirectoryLock(FileChannel channel, Path pid) {
        this.channel = channel;
        this.pid = pid;
    }

    /** @throws IOException someone else has it; the message names the process */
    static DirectoryLock take(Path directory) throws IOException {
        Path pid = directory.resolve(PID);
        if (owner(pid).equals(self())) {
            throw taken(directory, pid);
        }
        FileChannel channel = FileChannel.open(
                directory.resolve(LOCK),
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
                PosixFilePermissions.asFileAttribute(OWNER_ONLY));
        try {
            if (!locked(channel)) {
                throw taken(directory, pid);
            }
            Files.writeString(pid, self());
            Files.setPosixFilePermissions(pid, OWNER_ONLY);
            return new DirectoryLock(channel, pid);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private static boolean locked(FileChannel channel) throws IOException {
        try {
            FileLock lock = channel.tryLock(); // lasts as long as the channel
            return lock != null;
        } catch (OverlappingFileLockException e) {
            return false;
        }
    }

    private static IOException taken(Path directory, Path pid) throws IOException {
        String owner = owner(pid);
        String process = owner.isEmpty() ? "another process" : "process " + owner.substring(0, owner.indexOf(' '));
        return new IOException("journal directory=" + directory + " is in use by " + process);
    }

    private static String owner(Path pid) throws IOException {
        try {
            String owner = Files.readString(pid, StandardCharsets.ISO_8859_1); // any bytes: a crash may have left them
            return OWNER.matcher(owner).matches() ? owner : "";
        } catch (NoSuchFileException e) {
            return "";
        }
    }

    /** The start time tells this process from an earlier one of the same pid, as containers have. */
    private static String self() {
        ProcessHandle self = ProcessHandle.current();
        return self.pid() + " "
                + self.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
    }

    @Override
    public void close() throws IOException {
        try {
            Files.deleteIfExists(pid);
        } finally {
            channel.close();
        }
    }
}
