package org.penstock.transport.support.reactor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.penstock.test.support.PlainPool;
import org.penstock.transport.api.ParkedConnection;
import org.penstock.transport.api.TransportOptions;
import org.penstock.transport.support.Poller;
import org.penstock.transport.support.Telling;

/** A reactor whose selector fails for good loses its sockets, says so, and ends when it is told to. */
@Timeout(30)
final class ReactorFailureTest {
    private final Semaphore woken = new Semaphore(0);
    private final List<String> told = new ArrayList<>();
    private final PlainPool pool = new PlainPool();
    private volatile boolean fails;

    private int select(Selector selector, Consumer<SelectionKey> ready, long timeoutMillis) throws IOException {
        if (fails) {
            throw new IOException("the selector is broken");
        }
        return Poller.select(selector, ready, timeoutMillis);
    }

    @Test
    void itsSocketsAreLostAndThoseThatComeLaterToo() throws IOException, InterruptedException {
        Reactor reactor = Reactor.start("breaks", this::select);
        Route route = new Route(reactor, reactor);
        ReactorStrand strand =
                new ReactorStrand("strand", pool, TransportOptions.named("strand"), new Waking(), connects -> route);
        try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Socket first = serve(strand, listener)) {
            strand.turn();
            fails = true;
            first.getOutputStream().write(1); // ends the wait
            turnUntilTold(strand, "closed IO_ERROR");
            try (Socket second = serve(strand, listener)) {
                turnUntilTold(strand, "closed IO_ERROR");
                assertEquals(-1, second.getInputStream().read());
            }
        }
        strand.close();
        while (strand.turn()) {
            assertTrue(woken.tryAcquire(10, TimeUnit.SECONDS));
        }
        strand.finish();
        reactor.close();
        assertTrue(reactor.awaitEnd(TimeUnit.SECONDS.toNanos(10)));
    }

    private Socket serve(ReactorStrand strand, ServerSocket listener) throws IOException {
        SocketChannel channel = SocketChannel.open(listener.getLocalSocketAddress());
        channel.configureBlocking(false);
        strand.adopt(ParkedConnection.accepted(channel), new Telling(told, pool))
                .reading(true);
        return listener.accept();
    }

    private void turnUntilTold(ReactorStrand strand, String what) throws InterruptedException {
        told.clear();
        strand.turn();
        while (!told.contains(what)) {
            assertTrue(woken.tryAcquire(10, TimeUnit.SECONDS), () -> "told " + told);
            strand.turn();
        }
    }

    private final class Waking implements Runner {
        @Override
        public void wake() {
            woken.release();
        }

        @Override
        public boolean awaitEnd(long nanos) {
            return true;
        }
    }
}
