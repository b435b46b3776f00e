package org.penstock.test.support;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Ports for what can only be told which port to listen at. They come from below those that the system gives to whoever
 * asks for any, so that no client and no listener at port 0 gets one between the choice and its use.
 *
 * <p>Each process begins somewhere else, and gives a port again only when it has gone through all of them.
 *
 * <p>Threads: any.
 */
public final class FreePorts {
    static final int FIRST = 16_384;
    static final int END = 32_768; // from here on Linux gives them to anybody (ip_local_port_range)

    private static final FreePorts OF_THIS_PROCESS =
            new FreePorts(ThreadLocalRandom.current().nextInt(FIRST, END));

    private final AtomicInteger next;

    FreePorts(int start) {
        next = new AtomicInteger(start - FIRST);
    }

    /**
     * A port of this address that nobody uses at this moment.
     *
     * @throws IOException all are in use, or nothing can be bound to the address
     */
    public static int choose(InetAddress host) throws IOException {
        return OF_THIS_PROCESS.chooseAt(host);
    }

    int chooseAt(InetAddress host) throws IOException {
        for (int tried = 0; tried < END - FIRST; tried++) {
            int port = FIRST + Math.floorMod(next.getAndIncrement(), END - FIRST);
            try (ServerSocket probe = new ServerSocket(port, 1, host)) {
                return probe.getLocalPort();
            } catch (BindException e) {
                // somebody has it: the next one
            }
        }
        throw new IOException("no port of " + host + " from " + FIRST + " to " + (END - 1) + " can be bound");
    }
}
