package org.penstock.journal.storage.nio;

import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.osgi.service.component.annotations.Component;
import org.penstock.journal.api.Segment;
import org.penstock.journal.api.Storage;

/**
 * Segments through {@link FileChannel}: positional writes of whole pages into the page cache, {@code fdatasync} to the disk.
 */
@Component(immediate = true, property = Storage.NAME + "=nio")
public final class NioStorage implements Storage {
    private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    private static final Set<StandardOpenOption> NEW =
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);

    /** A page: what is written in whole ones need not be read before. No page of a new segment is in memory. */
    private static final int PAGE = 4096;

    private final ZeroFill zeros = new ZeroFill(PAGE);

    @Override
    public Segment create(Path path, long size) throws IOException {
        requireRoom(path, size);
        FileChannel channel = FileChannel.open(path, NEW, OWNER_ONLY);
        try {
            zeros.fill(path, channel, size);
            channel.force(true);
            syncEntry(path);
            return new NioSegment(channel, size);
        } catch (IOException | RuntimeException | Error e) {
            undo(path, channel, e);
            throw e;
        }
    }

    /**
     * A journal tries again and again, and each try that comes to the disk's last byte makes it full for everybody on it.
     * So a file that has no room is not begun.
     */
    private static void requireRoom(Path path, long size) throws IOException {
        File directory = path.toAbsolutePath().getParent().toFile(); // a FileStore is not found below a chroot
        long room = directory.getUsableSpace();
        boolean known = directory.getTotalSpace() > 0; // some file systems do not say
        if (known && room < size) {
            throw new IOException("No space left on device for a file of " + size + " bytes: " + room + " are free");
        }
    }

    private static void syncEntry(Path path) throws IOException {
        try (FileChannel directory = FileChannel.open(path.toAbsolutePath().getParent(), StandardOpenOption.READ)) {
            directory.force(true);
        }
    }

    private static void undo(Path path, FileChannel channel, Throwable cause) {
        try (channel) {
            Files.delete(path);
        } catch (IOException e) {
            cause.addSuppressed(e);
        }
    }

    @Override
    public Segment open(Path path) throws IOException {
        FileChannel channel = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
        try {
            return new NioSegment(channel, channel.size());
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    @Override
    public int alignment() {
        return PAGE;
    }
}
