package org.penstock.demo.process;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Ports of the loopback interface. Free ones come from below those that the system gives to whoever asks for any, so that
 * no client gets one between the choice and its use; each process begins somewhere else.
 *
 * <p>Threads: any.
 */
public final class Ports {
    static final int FIRST = 16_384;
    static final int END = 32_768; // from here on Linux gives them to anybody (ip_local_port_range)

    private static final AtomicInteger NEXT =
            new AtomicInteger(ThreadLocalRandom.current().nextInt(END - FIRST));

    /** Which port to use, found out as late as can be: whoever comes first has it. */
    public interface Choice {
        int choose() throws IOException;
    }

    private Ports() {}

    /**
     * A port nobody listens on, and another at each call until all have been given.
     *
     * @throws IOException all are in use
     */
    public static int free() throws IOException {
        return freeFrom(NEXT);
    }

    static int freeFrom(AtomicInteger next) throws IOException {
        for (int tried = 0; tried < END - FIRST; tried++) {
            int port = FIRST + Math.floorMod(next.getAndIncrement(), END - FIRST);
            if (isFree(port)) {
                return port;
            }
        }
        throw new IOException("all ports from " + FIRST + " to " + (END - 1) + " are in use");
    }

    /** This port where nobody listens on it, else another. */
    public static int freeOr(int wished) throws IOException {
        return isFree(wished) ? wished : free();
    }

    private static boolean isFree(int port) throws IOException {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (BindException e) {
            return false;
        }
    }
}
