package org.penstock.transport.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.SocketOption;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.penstock.transport.api.ParkedConnection;
import org.penstock.transport.api.TransportOptions;

/**
 * What is to be set on sockets is set on each, wherever it comes from. They are asked once they are free, since nobody knows
 * how a transport holds them; and they keep what was set.
 */
@Timeout(60)
public abstract class SocketOptionsBehaviour {
    private static final int SEND = 20_000;
    private static final int RECEIVE = 30_000;

    protected abstract TransportSubject subject();

    private static Lane sized(Rig rig, int send, int receive) {
        return rig.open(new TransportOptions("tck-sized", 64_000, send, receive, 256_000));
    }

    /** The socket as it leaves its strand; closed with the rig. */
    private static SocketChannel free(Link link) {
        return Waits.get(link.detach(), "detach").channel();
    }

    /** Systems may give more than was asked for, up to twice as much. */
    private static void assertSize(SocketOption<Integer> option, int asked, SocketChannel socket) throws IOException {
        int size = socket.getOption(option);
        assertTrue(size >= asked && size <= 2 * asked, () -> option + ": " + size + " instead of " + asked);
    }

    private static void assertSizes(SocketChannel socket) throws IOException {
        try (socket) {
            assertSize(StandardSocketOptions.SO_SNDBUF, SEND, socket);
            assertSize(StandardSocketOptions.SO_RCVBUF, RECEIVE, socket);
        }
    }

    @Test
    void sizesAreSetOnSocketsThatAreAdopted() throws IOException {
        try (Rig rig = Rig.of(subject())) {
            assertSizes(free(rig.adopt(sized(rig, SEND, RECEIVE), l -> {})));
        }
    }

    @Test
    void sizesAreSetOnSocketsThatAreConnected() throws IOException {
        try (Rig rig = Rig.of(subject())) {
            assertSizes(free(rig.connect(sized(rig, SEND, RECEIVE), l -> {})));
        }
    }

    @Test
    void withoutSizesTheyStayAsTheyAre() throws IOException {
        try (Rig rig = Rig.of(subject())) {
            Link link = new Link(new Recorder(rig.problems()));
            ParkedConnection parked = rig.accepted(link);
            parked.channel().setOption(StandardSocketOptions.SO_SNDBUF, SEND);
            parked.channel().setOption(StandardSocketOptions.SO_RCVBUF, RECEIVE);
            link.adopt(sized(rig, 0, 0), parked);
            assertSizes(free(link));
        }
    }

    /** As where a configuration is changed. */
    @Test
    void aMoveSetsWhatItsNewStrandSays() throws IOException {
        try (Rig rig = Rig.of(subject())) {
            Link link = rig.adopt(sized(rig, SEND, RECEIVE), l -> {});
            link.move(sized(rig, 4 * SEND, 4 * RECEIVE), false);
            link.recorder().await(Event.OPENED);
            try (SocketChannel socket = free(link)) {
                assertSize(StandardSocketOptions.SO_SNDBUF, 4 * SEND, socket);
                assertSize(StandardSocketOptions.SO_RCVBUF, 4 * RECEIVE, socket);
            }
        }
    }

    @Test
    void nothingIsDelayedAndPeersAreKeptAnEyeOn() throws IOException {
        try (Rig rig = Rig.of(subject())) {
            for (Link link : List.of(rig.adopt(), rig.connect())) {
                try (SocketChannel socket = free(link)) {
                    assertEquals(true, socket.getOption(StandardSocketOptions.TCP_NODELAY), "no delay");
                    assertEquals(true, socket.getOption(StandardSocketOptions.SO_KEEPALIVE), "keep alive");
                }
            }
        }
    }
}
