package org.penstock.benchmarks.wire;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import org.penstock.benchmarks.bare.BareServer;
import org.penstock.benchmarks.loop.ServerLoop;

/** Servers for tests: the bare one, and some that do not do their work. */
public final class Loopback {
    private static final InetSocketAddress ANY = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

    private Loopback() {}

    /** What a server does with a connection's bytes. */
    public interface Service {
        void serve(InputStream in, OutputStream out) throws IOException;
    }

    public static InetSocketAddress at(int port) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    /** A bare server, running. */
    public static ServerLoop bare(Role role) throws IOException {
        ServerLoop server = BareServer.loop(new Assignment(role, ANY, ANY, "-"));
        daemon(server);
        return server;
    }

    /** One that serves each connection so, and then closes it. */
    public static ServerSocket serving(Service service) throws IOException {
        ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        daemon(() -> {
            while (!listener.isClosed()) {
                try (Socket socket = listener.accept()) {
                    service.serve(socket.getInputStream(), socket.getOutputStream());
                } catch (IOException e) {
                    // the test is over
                }
            }
        });
        return listener;
    }

    private static void daemon(Runnable task) {
        Thread thread = new Thread(task, "server");
        thread.setDaemon(true);
        thread.start();
    }
}
