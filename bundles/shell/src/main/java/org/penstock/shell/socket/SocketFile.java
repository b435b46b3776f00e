package org.penstock.shell.socket;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.penstock.log.support.Reason;
import org.penstock.shell.wire.SocketPath;

/** A listening Unix-domain socket and its place in the file system: socket 0600, in a folder only its owner may enter. */
final class SocketFile {
    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rwx------");

    private final Path path;
    private final ServerSocketChannel server;

    private SocketFile(Path path, ServerSocketChannel server) {
        this.path = path;
        this.server = server;
    }

    /**
     * Opens it, in the place of a file that an earlier process left behind.
     *
     * @throws IOException it cannot be, because another process serves it for example, or others may enter its folder
     * @throws IllegalArgumentException its name is too long
     */
    static SocketFile open(Path configured) throws IOException {
        Path path = SocketPath.fit(configured);
        Path folder = path.toAbsolutePath().getParent();
        Files.createDirectories(folder, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
        refuseOthers(folder);
        removeLeftover(path);
        ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            server.bind(UnixDomainSocketAddress.of(path));
            Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-------"));
        } catch (IOException e) {
            server.close();
            throw new IOException(path + ": " + Reason.of(e), e);
        }
        return new SocketFile(path, server);
    }

    /** It may be anybody's, /tmp for example: others are not turned out of it, it is not used. */
    private static void refuseOthers(Path folder) throws IOException {
        Set<PosixFilePermission> rights = Files.getPosixFilePermissions(folder);
        if (!OWNER_ONLY.containsAll(rights)) {
            throw new IOException(folder + ": others may enter this folder (" + PosixFilePermissions.toString(rights)
                    + "); allowed is one of rwx------: make it so, or choose a path in a folder of its own");
        }
    }

    private static void removeLeftover(Path path) throws IOException {
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        if (Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)
                || Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
            throw new IOException(path + ": is there and not a socket; remove it or choose another path");
        }
        if (somebodyServes(path)) {
            throw new IOException(path + ": another process serves it");
        }
        Files.delete(path);
    }

    private static boolean somebodyServes(Path path) {
        try (SocketChannel probe = SocketChannel.open(UnixDomainSocketAddress.of(path))) {
            return probe.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    /** Waits for a client. */
    SocketChannel accept() throws IOException {
        return server.accept();
    }

    boolean isOpen() {
        return server.isOpen();
    }

    Path path() {
        return path;
    }

    /** Whether that is its place, too, however it is spelled. */
    boolean isAt(Path other) {
        Path mine = path.toAbsolutePath();
        Path theirs = other.toAbsolutePath().normalize();
        return mine.equals(theirs)
                || mine.getFileName().equals(theirs.getFileName())
                        && isSameFolder(mine.getParent(), theirs.getParent());
    }

    private static boolean isSameFolder(Path mine, Path theirs) {
        try {
            return Files.isSameFile(mine, theirs);
        } catch (IOException e) {
            return false; // one of them is not there
        }
    }

    /** Closes it and removes the file. */
    void close() throws IOException {
        if (server.isOpen()) {
            server.close();
            Files.deleteIfExists(path);
        }
    }
}
