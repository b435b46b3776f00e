package org.penstock.benchmarks.host;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** TCP ports of 127.0.0.1: free ones, and whether somebody listens at one. */
public final class ListeningPorts {
    /** As /proc/net/tcp and tcp6 write them on little-endian machines: 127.0.0.1, the same mapped to IPv6 (what a JVM
     * binds), and every address of either kind. */
    private static final Set<String> ADDRESSES =
            Set.of("0100007F", "0000000000000000FFFF00000100007F", "00000000", "00000000000000000000000000000000");

    private static final List<Path> TABLES = List.of(Path.of("/proc/net/tcp"), Path.of("/proc/net/tcp6"));
    private static final String LISTEN = "0A"; // TCP_LISTEN, include/net/tcp_states.h

    private ListeningPorts() {}

    /** A port nobody uses at this moment. */
    public static int free() throws IOException {
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            return socket.getLocalPort();
        }
    }

    /** Whether somebody listens. It asks the kernel, not the listener: a proxy would connect to its server for it. */
    static boolean contains(int port) throws IOException {
        for (Path table : TABLES) {
            if (Files.exists(table) && contains(Files.readAllLines(table), port)) {
                return true;
            }
        }
        return false;
    }

    static boolean contains(List<String> table, int port) {
        String suffix = ":%04X".formatted(port);
        return table.stream()
                .map(line -> line.strip().split("\\s+"))
                .anyMatch(fields -> fields.length > 3
                        && fields[3].equals(LISTEN)
                        && fields[1].endsWith(suffix)
                        && ADDRESSES.contains(fields[1].substring(0, fields[1].length() - suffix.length())));
    }
}
