package org.penstock.proxy.keeper.internal;

import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UTFDataFormatException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.penstock.proxy.keeper.ClosedSession;

/**
 * What one keeper leaves to the next, of this process or a later one: closed sessions whose records nobody has ended yet.
 * Only its owner may read the file, where the file system can say so: there may be records in it that wait.
 *
 * <p>For one thread at a time.
 */
final class RemainsFile implements RemainsKeeping.Place {
    private static final int FORM = 2;

    private final Path path;

    RemainsFile(Path path) {
        this.path = path;
    }

    /**
     * Replaces it, or removes it where nothing is left; when this returns, the disk has it.
     *
     * @throws IOException it could not be written, and is as before
     */
    @Override
    public void leave(List<ClosedSession> closed) throws IOException {
        if (closed.isEmpty()) {
            if (Files.deleteIfExists(path)) {
                syncFolder();
            }
            return;
        }
        Files.createDirectories(path.getParent());
        Path fresh = beside(".new");
        try {
            Files.deleteIfExists(fresh); // one that a killed process was about to write
            Files.createFile(fresh, ownerOnly());
            write(closed, fresh);
            Files.move(fresh, path, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException | RuntimeException e) {
            Files.deleteIfExists(fresh);
            throw e;
        }
        syncFolder();
    }

    private Path beside(String suffix) {
        return path.resolveSibling(path.getFileName() + suffix);
    }

    private FileAttribute<?>[] ownerOnly() {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                }
                : new FileAttribute<?>[0];
    }

    private void syncFolder() throws IOException {
        try (FileChannel folder = FileChannel.open(path.getParent(), StandardOpenOption.READ)) {
            folder.force(true);
        }
    }

    private static void write(List<ClosedSession> closed, Path to) throws IOException {
        try (FileChannel file = FileChannel.open(to, StandardOpenOption.WRITE);
                DataOutputStream out = new DataOutputStream(new BufferedOutputStream(Channels.newOutputStream(file)))) {
            out.writeInt(FORM);
            out.writeInt(closed.size());
            for (ClosedSession c : closed) {
                out.writeUTF(c.proxy());
                out.writeLong(c.session());
                out.writeUTF(c.reason());
                out.writeInt(c.state().length);
                out.write(c.state());
            }
            out.flush();
            file.force(true);
        }
    }

    /**
     * What is in it, which stays there until it is replaced: whoever is killed meanwhile has ended nobody's record. Empty
     * where there is no file.
     *
     * @throws IOException it cannot be read, or is not what was written, and was put aside then; the message is one line
     */
    List<ClosedSession> read() throws IOException {
        byte[] all;
        try {
            all = Files.readAllBytes(path);
        } catch (NoSuchFileException e) {
            return List.of();
        }
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(all))) {
            return read(in);
        } catch (EOFException | UTFDataFormatException e) {
            throw unreadable("not a whole list of closed sessions");
        }
    }

    private List<ClosedSession> read(DataInputStream in) throws IOException {
        int form = in.readInt();
        if (form != FORM) {
            throw unreadable("closed sessions of form " + form + "; this keeper reads form " + FORM);
        }
        List<ClosedSession> closed = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            String proxy = in.readUTF();
            long session = in.readLong();
            String reason = in.readUTF();
            int length = in.readInt();
            if (length < 0 || length > in.available()) { // of bytes in memory: all that are left
                throw new EOFException();
            }
            closed.add(new ClosedSession(proxy, session, in.readNBytes(length), reason));
        }
        return closed;
    }

    private IOException unreadable(String why) throws IOException {
        Path aside = beside(".unreadable");
        Files.move(path, aside, StandardCopyOption.REPLACE_EXISTING);
        return new IOException(path + ": " + why + "; it is " + aside.getFileName() + " now");
    }
}
