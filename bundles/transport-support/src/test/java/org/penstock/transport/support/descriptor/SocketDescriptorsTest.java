package org.penstock.transport.support.descriptor;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousChannelGroup;
import java.nio.channels.AsynchronousSocketChannel;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
final class SocketDescriptorsTest {
    private final SocketDescriptors descriptors = SocketDescriptors.open();
    private ServerSocketChannel listener;
    private AsynchronousChannelGroup group;
    private SocketChannel peer;
    private SocketChannel socket;
    private InetSocketAddress remote;

    @BeforeEach
    void connect() throws IOException {
        listener = ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        group = AsynchronousChannelGroup.withFixedThreadPool(1, Thread::new);
        peer = SocketChannel.open(listener.getLocalAddress());
        socket = listener.accept();
        socket.configureBlocking(false);
        remote = (InetSocketAddress) socket.getRemoteAddress();
    }

    @AfterEach
    void close() throws IOException, InterruptedException {
        listener.close();
        peer.close();
        socket.close();
        group.shutdownNow();
        assertTrue(group.awaitTermination(10, TimeUnit.SECONDS));
    }

    private void send(int bytes) throws IOException {
        for (ByteBuffer b = ByteBuffer.allocate(bytes); b.hasRemaining(); ) {
            peer.write(b);
        }
    }

    private AsynchronousSocketChannel toAsynchronous() throws IOException {
        AsynchronousSocketChannel moved = descriptors.asynchronousChannel(group, descriptors.duplicate(socket), remote);
        socket.close();
        return moved;
    }

    private SocketChannel back(AsynchronousSocketChannel channel, boolean connecting) throws IOException {
        int descriptor = descriptors.duplicate(channel);
        descriptors.forget(group, channel);
        channel.close();
        return descriptors.channel(descriptor, remote, connecting);
    }

    @Test
    void aConnectionGoesOnInEachObjectItIsPutInto() throws Exception {
        for (int i = 0; i < 20; i++) {
            AsynchronousSocketChannel moved = toAsynchronous();
            send(100);
            assertEquals(100, read(moved));
            assertEquals(50, moved.write(ByteBuffer.allocate(50)).get(10, TimeUnit.SECONDS));
            send(10); // which nobody has read when it moves on
            socket = back(moved, false);
            assertEquals(remote, socket.getRemoteAddress());
            assertFalse(socket.isBlocking());
            assertEquals(10, readWhenReady(socket));
            assertEquals(7, socket.write(ByteBuffer.allocate(7)));
            assertArrayEquals(new byte[57], peer.socket().getInputStream().readNBytes(57));
        }
    }

    private static int read(AsynchronousSocketChannel channel) throws Exception {
        return channel.read(ByteBuffer.allocate(1_000)).get(10, TimeUnit.SECONDS);
    }

    private static int readWhenReady(SocketChannel channel) throws IOException {
        try (Selector selector = Selector.open()) {
            channel.register(selector, SelectionKey.OP_READ);
            selector.select(10_000);
        }
        return channel.read(ByteBuffer.allocate(1_000));
    }

    /** Finds classes as a bundle does: its own, and of the JDK what is public. */
    private static final class BundleLoader extends ClassLoader {
        BundleLoader() {
            super(null);
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (name.startsWith("java.")) {
                return super.loadClass(name, resolve);
            }
            if (!name.startsWith("org.penstock.")) {
                throw new ClassNotFoundException(name);
            }
            Class<?> found = findLoadedClass(name);
            return found == null ? define(name) : found;
        }

        private Class<?> define(String name) throws ClassNotFoundException {
            String file = "/" + name.replace('.', '/') + ".class";
            try (InputStream in = SocketDescriptorsTest.class.getResourceAsStream(file)) {
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    @Test
    void theWayIsOpenToABundle() throws Exception {
        Class<?> inBundle = Class.forName(SocketDescriptors.class.getName(), true, new BundleLoader());
        Object opened = inBundle.getMethod("open").invoke(null);
        assertEquals(
                descriptors.descriptor(socket),
                inBundle.getMethod("descriptor", SocketChannel.class).invoke(opened, socket));
    }

    @Test
    void aChannelTellsItsOwnDescriptorAndKeepsIt() throws IOException {
        int own = descriptors.descriptor(socket);
        int second = descriptors.duplicate(socket);
        assertNotEquals(own, second);
        assertEquals(inode(second), inode(own));
        descriptors.close(second);
        assertEquals(own, descriptors.descriptor(socket));
        assertEquals(7, socket.write(ByteBuffer.allocate(7)));
        assertArrayEquals(new byte[7], peer.socket().getInputStream().readNBytes(7));
        socket.close();
        assertThrows(ClosedChannelException.class, () -> descriptors.descriptor(socket));
    }

    private static String inode(int descriptor) throws IOException {
        return Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor)).toString();
    }

    @Test
    void aSocketIsGoneOnlyWithItsLastDescriptor() throws IOException {
        int second = descriptors.duplicate(socket);
        int third = descriptors.duplicate(socket);
        socket.close();
        descriptors.close(second);
        peer.configureBlocking(false);
        assertEquals(0, peer.read(ByteBuffer.allocate(1)));
        descriptors.close(third);
        peer.configureBlocking(true);
        assertEquals(-1, peer.read(ByteBuffer.allocate(1)));
    }

    @Test
    void anEndedOutputStaysEndedAndTheInputOpen() throws Exception {
        AsynchronousSocketChannel moved = toAsynchronous();
        moved.shutdownOutput();
        assertEquals(-1, peer.read(ByteBuffer.allocate(1)));
        socket = back(moved, false);
        send(100);
        assertEquals(100, readWhenReady(socket));
        assertThrows(IOException.class, () -> socket.write(ByteBuffer.allocate(1)));
    }

    @Test
    void oneThatConnectsIsFinishedInItsNewPlace() throws Exception {
        SocketChannel connecting = SocketChannel.open();
        connecting.configureBlocking(false);
        connecting.connect(listener.getLocalAddress());
        AsynchronousSocketChannel moved =
                descriptors.asynchronousChannel(group, descriptors.duplicate(connecting), remote);
        connecting.close();
        assertEquals(1, moved.write(ByteBuffer.allocate(1)).get(10, TimeUnit.SECONDS));
        descriptors.finishConnect(moved);
        try (SocketChannel channel = back(moved, true)) {
            assertTrue(channel.isConnectionPending());
            assertTrue(channel.finishConnect());
            assertEquals(1, channel.write(ByteBuffer.allocate(1)));
        }
    }

    @Test
    void oneWhoseConnectIsRefusedSaysSo() throws IOException {
        InetSocketAddress nobody = (InetSocketAddress) listener.getLocalAddress();
        listener.close();
        SocketChannel connecting = SocketChannel.open();
        connecting.configureBlocking(false);
        connecting.connect(nobody);
        try (AsynchronousSocketChannel moved =
                descriptors.asynchronousChannel(group, descriptors.duplicate(connecting), nobody)) {
            connecting.close();
            assertThrows(
                    Exception.class, () -> moved.write(ByteBuffer.allocate(1)).get(10, TimeUnit.SECONDS));
            try (SocketChannel channel = back(moved, true)) {
                assertTrue(channel.isConnectionPending());
            }
        }
        SocketChannel second = SocketChannel.open();
        second.configureBlocking(false);
        second.connect(nobody);
        try (SocketChannel channel = descriptors.channel(descriptors.duplicate(second), nobody, true)) {
            second.close();
            assertThrows(ConnectException.class, channel::finishConnect);
        }
    }

    @Test
    void aClosedChannelIsRefused() throws IOException {
        AsynchronousSocketChannel moved = toAsynchronous();
        moved.close();
        assertThrows(ClosedChannelException.class, () -> descriptors.duplicate(socket));
        assertThrows(ClosedChannelException.class, () -> descriptors.duplicate(moved));
    }

    @Test
    void aGroupThatHasEndedTakesNothingAndLeavesTheSocketAlone() throws IOException {
        group.shutdownNow();
        int second = descriptors.duplicate(socket);
        assertThrows(IOException.class, () -> descriptors.asynchronousChannel(group, second, remote));
        descriptors.close(second);
        send(1);
        assertEquals(1, readWhenReady(socket));
    }

    /** Run in a Java of its own, as it is without the option. */
    static final class Closed {
        private Closed() {}

        public static void main(String[] args) {
            try {
                SocketDescriptors.open();
            } catch (UnsupportedOperationException e) {
                System.out.print(e.getMessage());
            }
        }
    }

    @Test
    void aJavaThatWasNotToldToOpenItselfIsNamedInALine() throws IOException {
        Process java = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Closed.class.getName())
                .redirectErrorStream(true)
                .start();
        assertEquals(
                "Java was started without --add-opens java.base/sun.nio.ch=ALL-UNNAMED",
                new String(java.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
    }
}
