package org.penstock.itests.container;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Waits for a proxy. */
final class Listening {
    private Listening() {}

    static void await(int port) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (true) {
            try (Socket s = new Socket(InetAddress.getLoopbackAddress(), port)) {
                return;
            } catch (IOException e) {
                if (System.nanoTime() - deadline > 0) {
                    throw new AssertionError("the proxy does not listen", e);
                }
                LockSupport.parkNanos(1_000_000);
            }
        }
    }
}
