package org.penstock.proxy.keeper.internal;

import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.penstock.proxy.keeper.ClosedSession;

/**
 * What one keeper leaves to the next, of this process or a later one: closed sessions whose records nobody has ended yet.
 * Only its owner may read the file, where the file system can say so: there may be records in it that wait.
 *
 * <p>For one thread at a time.
 */
final class RemainsFile {
    private static final int FORM = 1;

    private final Path path;

    RemainsFile(Path path) {
        this.path = path;
    }

    /**
     * Replaces it; when this returns, the disk has it.
     *
     * @throws IOException it could not be written
     */
    void leave(List<ClosedSession> closed) throws IOException {
        if (closed.isEmpty()) {
            return;
        }
        Files.createDirectories(path.getParent());
        Path fresh = Files.createTempFile(path.getParent(), path.getFileName().toString(), ".new");
        try {
            write(closed, fresh);
            Files.move(fresh, path, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException | RuntimeException e) {
            Files.deleteIfExists(fresh);
            throw e;
        }
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
                out.writeUTF(c.reason());
                out.writeInt(c.state().length);
                out.write(c.state());
            }
            out.flush();
            file.force(true);
        }
    }

    /**
     * Once, since nobody may end a record twice; empty where there is no file.
     *
     * @throws IOException it cannot be read, or is not what was written; the message is one line
     */
    List<ClosedSession> take() throws IOException {
        byte[] all;
        try {
            all = Files.readAllBytes(path);
            Files.delete(path);
        } catch (NoSuchFileException e) {
            return List.of();
        }
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(all))) {
            return read(in);
        } catch (EOFException e) {
            throw notWhole();
        }
    }

    private List<ClosedSession> read(DataInputStream in) throws IOException {
        int form = in.readInt();
        if (form != FORM) {
            throw new IOException(path + ": closed sessions of form " + form + "; this keeper reads form " + FORM);
        }
        List<ClosedSession> closed = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            String proxy = in.readUTF();
            String reason = in.readUTF();
            int length = in.readInt();
            if (length < 0 || length > in.available()) { // of bytes in memory: all that are left
                throw notWhole();
            }
            closed.add(new ClosedSession(proxy, in.readNBytes(length), reason));
        }
        return closed;
    }

    private IOException notWhole() {
        return new IOException(path + ": not a whole list of closed sessions");
    }
}
