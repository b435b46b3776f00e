package org.penstock.benchmarks.relay;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.penstock.benchmarks.loop.ServerLoop;

@Timeout(60)
class LimitRelayTest {
    private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();
    private static final int MANY_BYTES = 8 << 20; // more than socket buffers hold

    private ServerSocket server;
    private ServerLoop relay;
    private Thread loop;
    private final ExecutorService peers = Executors.newCachedThreadPool();

    @BeforeEach
    void start() throws IOException {
        server = new ServerSocket(0, 10, LOOPBACK);
        relay = LimitRelay.loop(
                new InetSocketAddress(LOOPBACK, 0), new InetSocketAddress(LOOPBACK, server.getLocalPort()));
        loop = new Thread(relay, "relay");
        loop.start();
    }

    @AfterEach
    void stop() throws Exception {
        relay.close();
        loop.join();
        peers.shutdown();
        server.close();
    }

    @Test
    void bytesArriveAsTheyWereSentAndTheEndAfterThem() throws Exception {
        byte[] sent = random();
        try (Socket client = connect();
                Socket accepted = server.accept()) {
            CompletableFuture<Void> writing = sendAndEnd(client, sent);
            assertArrayEquals(sent, accepted.getInputStream().readAllBytes());
            writing.get();
        }
    }

    @Test
    void anEndedClientStillGetsItsAnswer() throws Exception {
        byte[] answer = random();
        try (Socket client = connect();
                Socket accepted = server.accept()) {
            client.getOutputStream().write(7);
            client.shutdownOutput();
            assertArrayEquals(new byte[] {7}, accepted.getInputStream().readAllBytes());
            CompletableFuture<Void> writing = sendAndEnd(accepted, answer);
            assertArrayEquals(answer, client.getInputStream().readAllBytes());
            writing.get();
        }
    }

    @Test
    void bothDirectionsFlowAtOnce() throws Exception {
        byte[] request = random();
        byte[] answer = random();
        try (Socket client = connect();
                Socket accepted = server.accept()) {
            CompletableFuture<Void> asking = sendAndEnd(client, request);
            CompletableFuture<Void> answering = sendAndEnd(accepted, answer);
            CompletableFuture<byte[]> received = CompletableFuture.supplyAsync(() -> readAll(client), peers);
            assertArrayEquals(request, readAll(accepted));
            assertArrayEquals(answer, received.get());
            asking.get();
            answering.get();
        }
    }

    @Test
    void aClientOfAServerThatIsGoneIsClosedAndTheNextIsServed() throws Exception {
        int port = server.getLocalPort();
        server.close();
        try (Socket client = connect()) {
            assertEquals(-1, client.getInputStream().read());
        }
        server = new ServerSocket(port, 10, LOOPBACK);
        try (Socket client = connect();
                Socket accepted = server.accept()) {
            client.getOutputStream().write(9);
            assertEquals(9, accepted.getInputStream().read());
        }
    }

    private Socket connect() throws IOException {
        return new Socket(LOOPBACK, relay.port());
    }

    private static byte[] random() {
        byte[] bytes = new byte[MANY_BYTES];
        new Random(1).nextBytes(bytes);
        return bytes;
    }

    private CompletableFuture<Void> sendAndEnd(Socket socket, byte[] bytes) {
        return CompletableFuture.runAsync(
                () -> {
                    try {
                        OutputStream output = socket.getOutputStream();
                        output.write(bytes);
                        socket.shutdownOutput();
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                },
                peers);
    }

    private static byte[] readAll(Socket socket) {
        try {
            return socket.getInputStream().readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
