package org.penstock.transport.support;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.penstock.transport.api.BufferPool;
import org.penstock.transport.api.CloseReason;
import org.penstock.transport.api.ParkedConnection;
import org.penstock.transport.api.TransportOptions;
import org.penstock.transport.api.WritePolicy;

/** A connection over a socket whose room the test makes: what is tried, what is copied, and what stays with the caller. */
@Timeout(30)
final class WritePolicyTest {
    private static final int KIB = 1_024;

    private final List<String> told = new ArrayList<>();
    private final SmallPool pool = new SmallPool();
    private final ScriptedSocket socket = new ScriptedSocket();
    private final ByteArrayOutputStream sent = new ByteArrayOutputStream();
    private final Random random = new Random(7);
    private ReadSupply supply;
    private ReadinessConnection connection;

    private void open(int spin, int copyLimit) throws IOException {
        open(spin, copyLimit, List.of());
    }

    private void open(int spin, int copyLimit, List<ByteBuffer> unwritten) throws IOException {
        TransportOptions options = TransportOptions.named("test").writing(new WritePolicy(spin, copyLimit));
        supply = new ReadSupply(pool, options, Runnable::run);
        try (SocketChannel none = SocketChannel.open()) {
            ParkedConnection from =
                    new ParkedConnection(none, false, false, false, List.of(), unwritten, Optional.empty());
            connection = new ReadinessConnection(from, socket, new Telling(told, pool), new Unheeding(), supply);
        }
        connection.begin();
        connection.settle();
    }

    /** Writes so many new bytes; answers how many were taken. */
    private int write(int bytes) {
        byte[] content = new byte[bytes];
        random.nextBytes(content);
        ByteBuffer b = ByteBuffer.allocateDirect(bytes).put(content).flip();
        int n = connection.write(b);
        assertEquals(n, b.position(), "the position says what was taken");
        sent.write(content, 0, n);
        while (b.position() > 0) {
            b.put(b.position() - 1, (byte) 0).position(b.position() - 1); // the buffer is the caller's again
        }
        return n;
    }

    private void ready() {
        connection.ready(SelectionKey.OP_WRITE);
    }

    private boolean waitsForRoom() {
        return (connection.interest() & SelectionKey.OP_WRITE) != 0;
    }

    private void assertAllIsOut() {
        assertTrue(connection.isFlushed());
        assertFalse(waitsForRoom());
        assertArrayEquals(sent.toByteArray(), socket.taken.toByteArray());
        assertEquals(0, pool.out);
    }

    @Test
    void byDefaultAWriteIsTriedOnceAndNothingIsCopied() throws IOException {
        open(WritePolicy.DEFAULT.spin(), WritePolicy.DEFAULT.copyLimitBytes());
        socket.makeRoom(300);
        socket.takesAtATime(100);
        assertEquals(100, write(200));
        assertEquals(1, socket.calls);
        assertFalse(waitsForRoom(), "nobody asked for room");
        assertAllIsOut();
    }

    @Test
    void whatHasRoomCostsOneCallAndNoMemory() throws IOException {
        open(WritePolicy.MOST_SPIN, WritePolicy.MOST_COPY_BYTES);
        socket.makeRoom(KIB);
        assertEquals(KIB, write(KIB));
        assertEquals(1, socket.calls);
        assertEquals(0, pool.taken);
        assertAllIsOut();
    }

    @Test
    void aWriteIsTriedAgainAsLongAsSomeOfItIsTaken() throws IOException {
        open(4, 0);
        socket.makeRoom(250);
        socket.takesAtATime(100);
        assertEquals(250, write(1_000));
        assertEquals(4, socket.calls, "three that took something, and one that did not");
    }

    @Test
    void aWriteIsTriedNoMoreOftenThanThat() throws IOException {
        open(3, 0);
        socket.makeRoom(1_000);
        socket.takesAtATime(100);
        assertEquals(300, write(1_000));
        assertEquals(3, socket.calls);
    }

    @Test
    void aSocketThatTakesNothingIsTriedOnce() throws IOException {
        open(10, 0);
        assertEquals(0, write(10));
        assertEquals(1, socket.calls);
    }

    @Test
    void whatIsLeftIsCopiedAndWrittenWhenThereIsRoom() throws IOException {
        open(1, 100);
        socket.makeRoom(50);
        assertEquals(150, write(150));
        assertFalse(connection.isFlushed());
        assertTrue(waitsForRoom());
        socket.makeRoom(40);
        ready();
        assertTrue(waitsForRoom());
        socket.makeRoom(60);
        ready();
        assertAllIsOut();
        assertEquals(List.of("opened"), told, "nobody asked for room");
    }

    @Test
    void moreThanTheLimitStaysWithTheCallerAsAWhole() throws IOException {
        open(1, 100);
        socket.makeRoom(50);
        assertEquals(50, write(151));
        assertEquals(0, pool.taken);
        assertTrue(connection.isFlushed());
    }

    @Test
    void smallLeftoversShareABufferAndACall() throws IOException {
        open(1, 8 * KIB);
        for (int i = 0; i < 80; i++) {
            assertEquals(100, write(100));
        }
        assertEquals(1, pool.out);
        assertEquals(1, socket.calls, "a full socket is known to be full");
        socket.makeRoom(8_000);
        ready();
        assertEquals(2, socket.calls);
        assertAllIsOut();
    }

    @Test
    void whatFillsSeveralBuffersIsWrittenByOneCall() throws IOException {
        open(1, 64 * KIB);
        assertEquals(40 * KIB, write(40 * KIB));
        assertEquals(20 * KIB, write(20 * KIB));
        assertEquals(4, pool.out);
        socket.makeRoom(20 * KIB);
        ready();
        assertEquals(3, pool.out, "what is written is given back at once");
        socket.makeRoom(40 * KIB);
        ready();
        assertEquals(3, socket.calls);
        assertAllIsOut();
    }

    @Test
    void noMoreThanTheLimitIsEverKept() throws IOException {
        open(1, 1_000);
        while (write(300) > 0) {
            // until nothing more is taken
        }
        assertEquals(900, sent.size());
        assertEquals(100, write(100));
        assertEquals(0, write(1));
        socket.makeRoom(301);
        ready();
        assertEquals(300, write(300), "what was written makes room for copies");
        assertEquals(1, write(1));
        assertEquals(0, write(1));
        socket.makeRoom(10_000);
        ready();
        assertAllIsOut();
    }

    @Test
    void aWriteThatIsTooLargeToBeCopiedTriesWhetherThereIsRoomMeanwhile() throws IOException {
        open(1, 100);
        assertEquals(100, write(100));
        socket.makeRoom(600);
        assertEquals(500, write(500));
        assertAllIsOut();
    }

    @Test
    void roomIsToldWhenTheCopiesAreOut() throws IOException {
        open(1, 100);
        assertEquals(100, write(100));
        connection.wantWritable();
        socket.makeRoom(99);
        ready();
        assertEquals(List.of("opened"), told);
        socket.makeRoom(1);
        ready();
        assertEquals(List.of("opened", "writable"), told);
        assertAllIsOut();
    }

    @Test
    void copiesAreTriedAgainAsLongAsTheyAreTakenToo() throws IOException {
        open(3, 100);
        assertEquals(100, write(100));
        socket.makeRoom(100);
        socket.takesAtATime(30);
        ready();
        assertEquals(90, socket.taken.size());
        ready();
        assertAllIsOut();
    }

    @Test
    void theEndOfOutputWaitsForTheCopies() throws IOException {
        open(1, 100);
        assertEquals(100, write(100));
        connection.shutdownOutput();
        assertFalse(socket.shut);
        assertEquals(0, write(1));
        socket.makeRoom(100);
        ready();
        assertTrue(socket.shut);
        assertAllIsOut();
    }

    @Test
    void whereThereIsNoMemoryTheCallerKeepsWhatItHas() throws IOException {
        open(1, 64 * KIB);
        pool.most = 1;
        socket.makeRoom(10);
        assertEquals(10 + 16 * KIB, write(40 * KIB), "one buffer's worth, and there is only one");
        assertEquals(0, write(1));
        socket.makeRoom(16 * KIB);
        ready();
        assertAllIsOut();
    }

    @Test
    void whoWaitsToReadHasTheFirstRightToMemory() throws IOException {
        open(1, 100);
        pool.most = 0;
        assertEquals(0, write(10));
        assertEquals(1, pool.refused);
        assertTrue(supply.take(1) == null);
        pool.most = 1; // and nobody has been told so yet
        assertEquals(0, write(10));
        assertEquals(2, pool.refused, "the pool is not asked");
    }

    @Test
    void copiesGoAlongInTheirOrder() throws IOException {
        open(1, 64 * KIB);
        assertEquals(30 * KIB, write(30 * KIB));
        assertEquals(100, write(100));
        socket.makeRoom(10);
        ready();
        List<ParkedConnection> parked = new ArrayList<>();
        try (SocketChannel none = SocketChannel.open()) {
            socket.leavesAs(none);
            connection.detach(parked::add);
            connection.left();
        }
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(socket.taken.toByteArray());
        for (ByteBuffer b : parked.get(0).unwritten()) {
            byte[] rest = new byte[b.remaining()];
            b.get(rest);
            all.writeBytes(rest);
            pool.release(b);
        }
        assertArrayEquals(sent.toByteArray(), all.toByteArray());
        assertEquals(0, pool.out);
    }

    @Test
    void whatCameWithTheSocketGoesFirstHoweverMuchItIs() throws IOException {
        List<ByteBuffer> carried = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            byte[] content = new byte[1_000];
            random.nextBytes(content);
            sent.writeBytes(content);
            carried.add(pool.take(2_000).put(content).flip());
        }
        open(1, 100, carried);
        assertEquals(0, write(50), "more waits than may be copied");
        socket.makeRoom(4_950);
        ready();
        assertEquals(50, write(50), "behind what is left");
        assertEquals(1, pool.out);
        socket.makeRoom(100);
        ready();
        assertAllIsOut();
    }

    @Test
    void whatIsNotWrittenIsGivenBackWhereTheConnectionEnds() throws IOException {
        open(1, 64 * KIB);
        assertEquals(50 * KIB, write(50 * KIB));
        connection.close(new CloseReason(CloseReason.Kind.DONE, "done"));
        connection.left();
        assertEquals(0, pool.out);
    }

    @Test
    void aFailureThatACopyFindsBreaksTheConnectionOffAsOneOfAWrite() throws IOException {
        open(1, 100);
        assertEquals(100, write(100));
        socket.fails(new IOException("Connection reset by peer"));
        ready();
        assertTrue(connection.isBroken(), "what the peer has sent before is still to be heard");
        assertEquals(0, connection.interest());
        connection.settle();
        connection.left();
        assertEquals(List.of("opened", "closed RESET"), told);
        assertEquals(0, pool.out);
    }

    @Test
    void aPolicyOutOfItsBoundsIsNone() {
        assertThrows(IllegalArgumentException.class, () -> new WritePolicy(0, 0));
        assertThrows(IllegalArgumentException.class, () -> new WritePolicy(WritePolicy.MOST_SPIN + 1, 0));
        assertThrows(IllegalArgumentException.class, () -> new WritePolicy(1, -1));
        assertThrows(IllegalArgumentException.class, () -> new WritePolicy(1, WritePolicy.MOST_COPY_BYTES + 1));
    }

    private static final class SmallPool implements BufferPool {
        private int most = Integer.MAX_VALUE;
        private int out;
        private int taken;
        private int refused;

        @Override
        public ByteBuffer take(int preferredBytes) {
            if (out >= most) {
                refused++;
                return null;
            }
            out++;
            taken++;
            return ByteBuffer.allocateDirect(Math.min(preferredBytes, 16 * KIB));
        }

        @Override
        public void release(ByteBuffer b) {
            out--;
        }

        @Override
        public void whenAvailable(Runnable wake) {
            // there is none, and nobody says so
        }
    }
}
