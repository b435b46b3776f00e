package org.penstock.demo.process;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** Ports of the loopback interface. */
public final class Ports {
    /** Which port to use, found out as late as can be: whoever comes first has it. */
    public interface Choice {
        int choose() throws IOException;
    }

    private Ports() {}

    /** A port nobody listens on. */
    public static int free() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** This port where nobody listens on it, else another. */
    public static int freeOr(int wished) throws IOException {
        try (ServerSocket socket = new ServerSocket(wished, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            return free();
        }
    }
}
