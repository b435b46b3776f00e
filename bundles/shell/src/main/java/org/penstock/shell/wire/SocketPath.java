package org.penstock.shell.wire;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Where the control socket is. Operating systems take 107 bytes for the path of a Unix-domain socket; a longer one is
 * named from the working folder where that is shorter. The launcher starts server and clients in the instance's folder,
 * so that they agree, wherever that is.
 */
public final class SocketPath {
    /** In bytes: Linux's {@code sun_path} less the terminating zero. */
    public static final int MAX_BYTES = 107;

    private SocketPath() {}

    /**
     * The name to give to the system.
     *
     * @throws IllegalArgumentException it is too long however named
     */
    public static Path fit(Path path) {
        Path absolute = path.toAbsolutePath().normalize();
        if (bytes(absolute) <= MAX_BYTES) {
            return absolute;
        }
        Path relative = Path.of("").toAbsolutePath().relativize(absolute);
        if (bytes(relative) <= MAX_BYTES) {
            return relative;
        }
        throw new IllegalArgumentException("socket path of " + bytes(absolute) + " bytes, allowed are " + MAX_BYTES
                + "; use a shorter folder, or start in the instance's folder: " + absolute);
    }

    private static int bytes(Path path) {
        return path.toString().getBytes(StandardCharsets.UTF_8).length;
    }
}
