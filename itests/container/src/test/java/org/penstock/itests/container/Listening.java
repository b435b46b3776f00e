package org.penstock.itests.container;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;

/** Waits for a proxy. */
final class Listening {
    private Listening() {}

    static void await(int port) throws Exception {
        Await.until(20, () -> connects(port), () -> "the proxy does not listen");
    }

    private static boolean connects(int port) {
        try (Socket s = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
