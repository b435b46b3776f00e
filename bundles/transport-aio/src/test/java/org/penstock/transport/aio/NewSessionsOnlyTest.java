package org.penstock.transport.aio;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.penstock.test.support.PlainPool;
import org.penstock.transport.api.CloseReason;
import org.penstock.transport.api.Connection;
import org.penstock.transport.api.ParkedConnection;
import org.penstock.transport.api.Strand;
import org.penstock.transport.api.Transport;
import org.penstock.transport.api.TransportOptions;
import org.penstock.transport.support.Poller;
import org.penstock.transport.tck.BackPressureBehaviour;
import org.penstock.transport.tck.CloseBehaviour;
import org.penstock.transport.tck.FairnessBehaviour;
import org.penstock.transport.tck.HalfCloseBehaviour;
import org.penstock.transport.tck.HandlerFailureBehaviour;
import org.penstock.transport.tck.OpeningBehaviour;
import org.penstock.transport.tck.ReadBehaviour;
import org.penstock.transport.tck.ResetBehaviour;
import org.penstock.transport.tck.SmallEcho;
import org.penstock.transport.tck.TransportSubject;
import org.penstock.transport.tck.WriteBehaviour;
import org.penstock.transport.tck.WriteInterestBehaviour;

/** Where Java does not let sockets into channel groups, and out of them. All that a session needs works all the same. */
@Timeout(60)
final class NewSessionsOnlyTest {
    private static final String WHY = "Java was started without an option";

    static final class Closed implements TransportSubject {
        @Override
        public Transport activate() {
            return new AioTransport(Access.none(WHY), Poller::select);
        }

        @Override
        public void deactivate(Transport transport) {
            ((AioTransport) transport).deactivate();
        }
    }

    @Nested
    final class Opening extends OpeningBehaviour {
        @Override
        protected TransportSubject subject() {
            return new Closed();
        }
    }

    @Nested
    final class Reading extends ReadBehaviour {
        @Override
        protected TransportSubject subject() {
            return new Closed();
        }
    }

    @Nested
    final class Writing extends WriteBehaviour {
        @Override
        protected TransportSubject subject() {
            return new Closed();
        }
    }

    @Nested
    final class WriteInterest extends WriteInterestBehaviour {
        @Override
        protected TransportSubject subject() {
            return new Closed();
        }
    }

    @Nested
    final class HalfClose extends HalfCloseBehaviour {
        @Override
        protected TransportSubject subject() {
            return new Closed();
        }
    }

    @Nested
    final class Reset extends ResetBehaviour {
        @Override
        protected TransportSubject subject() {
            return new Closed();
        }
    }

    @Nested
    final class Closing extends CloseBehaviour {
        @Override
        protected TransportSubject subject() {
            return new Closed();
        }
    }

    @Nested
    final class BackPressure extends BackPressureBehaviour {
        @Override
        protected TransportSubject subject() {
            return new Closed();
        }
    }

    @Nested
    final class Fairness extends FairnessBehaviour {
        @Override
        protected TransportSubject subject() {
            return new Closed();
        }
    }

    @Nested
    final class HandlerFailure extends HandlerFailureBehaviour {
        @Override
        protected TransportSubject subject() {
            return new Closed();
        }
    }

    /** What can move, and what cannot. */
    @Nested
    final class Moving {
        private final AioTransport transport = new AioTransport(Access.none(WHY), Poller::select);
        private final Strand strand = transport.open(new PlainPool(), TransportOptions.named("new-sessions-only"));
        private ServerSocketChannel listener;

        @BeforeEach
        void listen() throws IOException {
            listener = ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        }

        @AfterEach
        void close() throws IOException {
            listener.close();
            transport.deactivate();
        }

        private <T> T on(Supplier<T> work) {
            return CompletableFuture.supplyAsync(work, strand).join();
        }

        private ParkedConnection detached(Connection connection) {
            CompletableFuture<ParkedConnection> parked = new CompletableFuture<>();
            strand.execute(() -> connection.detach(parked::complete));
            return parked.orTimeout(20, TimeUnit.SECONDS).join();
        }

        @Test
        void traitsSaySoAndWhy() {
            assertFalse(transport.traits().adopts());
            assertTrue(
                    transport.traits().threads().endsWith(": " + WHY),
                    transport.traits().threads());
        }

        @Test
        void anAcceptedSocketIsServedAndCanBeHadBack() throws IOException {
            try (Socket peer = new Socket(InetAddress.getLoopbackAddress(), port())) {
                SocketChannel accepted = listener.accept();
                accepted.configureBlocking(false);
                ParkedConnection parked = ParkedConnection.accepted(accepted);
                for (int i = 0; i < 10; i++) {
                    SmallEcho echo = new SmallEcho();
                    ParkedConnection now = parked;
                    Connection connection = on(() -> strand.adopt(now, echo));
                    peer.getOutputStream().write(i);
                    assertEquals(i, peer.getInputStream().read());
                    parked = detached(connection);
                    assertTrue(parked.lost().isEmpty());
                    assertFalse(parked.channel().isRegistered());
                }
                parked.channel().close();
            }
        }

        @Test
        void aConnectedSocketStaysOrEndsWithAReason() throws IOException {
            InetSocketAddress address = (InetSocketAddress) listener.getLocalAddress();
            Connection connection = on(() -> strand.connect(address, new SmallEcho()));
            try (SocketChannel peer = listener.accept()) {
                peer.write(ByteBuffer.wrap(new byte[] {7}));
                assertEquals(7, peer.socket().getInputStream().read());
                CloseReason lost = detached(connection).lost().orElseThrow();
                assertEquals(CloseReason.Kind.ENDED_BY_PROXY, lost.kind());
                assertEquals("its socket cannot leave transport aio: " + WHY, lost.text());
                assertEquals(-1, peer.socket().getInputStream().read());
            }
        }

        private int port() throws IOException {
            return ((InetSocketAddress) listener.getLocalAddress()).getPort();
        }
    }
}
