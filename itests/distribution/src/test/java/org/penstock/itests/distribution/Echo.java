package org.penstock.itests.distribution;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A server that sends back what it gets, and a client of a proxy before it. */
final class Echo implements AutoCloseable {
    private final ServerSocket server;

    Echo() throws IOException {
        server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        start(() -> {
            while (true) {
                Socket client = server.accept();
                start(() -> client.getInputStream().transferTo(client.getOutputStream()));
            }
        });
    }

    private interface Body {
        void run() throws IOException;
    }

    private static void start(Body body) {
        Thread thread = new Thread(() -> {
            try {
                body.run();
            } catch (IOException e) {
                // the test is over
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    String address() {
        return "127.0.0.1:" + server.getLocalPort();
    }

    /** A port that nobody listens at now. */
    static int freePort() throws IOException {
        try (ServerSocket probe = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return probe.getLocalPort();
        }
    }

    static Socket connect(int port) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(60_000);
        return socket;
    }

    /** Whether what is sent comes back. */
    static boolean answers(Socket socket, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        socket.getOutputStream().write(bytes);
        return new String(socket.getInputStream().readNBytes(bytes.length), StandardCharsets.UTF_8).equals(text);
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
