package org.penstock.proxy.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.osgi.framework.FrameworkUtil;
import org.penstock.proxy.core.config.ConfigReader;
import org.penstock.proxy.core.record.Complaints;
import org.penstock.test.support.LogLines;

/** An acceptor that cannot accept just now, for whatever reason: it says so, and comes back. */
@Timeout(60)
class AcceptorTest {
    private final LogLines log = LogLines.capture();
    private final LinkedBlockingQueue<SocketChannel> accepted = new LinkedBlockingQueue<>();
    private ServerSocketChannel listener;
    private Acceptor acceptor;

    @BeforeEach
    void listens() throws IOException {
        listener = ServerSocketChannel.open();
        listener.configureBlocking(false);
    }

    @AfterEach
    void close() throws IOException {
        assertTrue(acceptor.stop(System.nanoTime() + TimeUnit.SECONDS.toNanos(10)));
        listener.close();
        log.close();
        for (SocketChannel c; (c = accepted.poll()) != null; ) {
            c.close();
        }
    }

    private void start(BooleanSupplier room) throws IOException {
        ConfigReader.Result read = ConfigReader.read(
                "org.penstock.proxy~lone",
                FrameworkUtil.asDictionary(Map.of("listen", "127.0.0.1:1", "backend", "127.0.0.1:2")));
        ProxyNews news = new ProxyNews(((ConfigReader.Result.Good) read)::config, System::nanoTime);
        Acceptor.Told told = new Acceptor.Told(news, new Complaints("lone", System::nanoTime));
        acceptor = new Acceptor("lone", told, listener, room, accepted::add);
        acceptor.gate(true, () -> {});
        acceptor.start();
    }

    private void bind() throws IOException {
        listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    private void aClientIsAccepted() throws Exception {
        try (Socket c = new Socket()) {
            c.connect(listener.getLocalAddress());
            try (SocketChannel there = accepted.poll(20, TimeUnit.SECONDS)) {
                assertNotNull(there, "nobody accepts");
                assertEquals(c.getLocalSocketAddress(), there.getRemoteAddress());
            }
        }
    }

    private void awaitLine(String text) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (log.of("WARN", text).isEmpty()) {
            assertTrue(deadline - System.nanoTime() > 0, "it does not say so");
            LockSupport.parkNanos(200_000);
        }
    }

    /** As one without a descriptor does; this one throws what is no {@code IOException}. */
    @Test
    void anAcceptThatThrowsEndsNothing() throws Exception {
        start(() -> true);
        awaitLine("NotYetBoundException");
        bind();
        aClientIsAccepted();
    }

    @Test
    void whatHindersItForLongMakesItWaitAndNotSpin() throws Exception {
        BlockingQueue<Long> asked = new LinkedBlockingQueue<>();
        bind();
        start(() -> {
            asked.add(System.nanoTime());
            throw new IllegalStateException("on purpose");
        });
        try (Socket c = new Socket()) {
            c.connect(listener.getLocalAddress());
            long first = asked.take();
            asked.take();
            long between = asked.take() - first;
            assertTrue(between >= TimeUnit.MILLISECONDS.toNanos(2 * 90), "asked again at once: " + between);
        }
    }

    @Test
    void noMemoryForATurnEndsNothing() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        bind();
        start(() -> {
            if (asked.getAndIncrement() == 0) {
                throw new OutOfMemoryError("on command");
            }
            return true;
        });
        aClientIsAccepted();
        assertEquals(1, log.of("WARN", "on command").size());
        assertEquals(0, log.of("ERROR", "").size());
    }
}
