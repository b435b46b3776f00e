package org.penstock.proxy.core.session;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.penstock.proxy.core.LineCodec;
import org.penstock.proxy.core.YieldingCodec;
import org.penstock.proxy.core.session.SteppedTransport.SteppedConnection;
import org.penstock.transport.api.TransportOptions;

/** A decoder that has done enough for a turn goes on in the next, and others have theirs in between. */
class YieldTest {
    private final LoneHost host = new LoneHost("protocol=line");
    private final SteppedTransport transport = new SteppedTransport();
    private final Lane lane = new Lane(transport, TransportOptions.named("test"), host.buffers);
    private Session session;
    private SteppedConnection client;
    private SteppedConnection server;

    @BeforeEach
    void open() throws IOException {
        host.codec = new YieldingCodec();
        session = host.session();
        session.begin(lane);
        transport.runTasks();
        client = transport.connections.get(0);
        server = transport.connections.get(1);
        client.room = 1_000;
        server.room = 1_000;
    }

    @AfterEach
    void close() throws IOException {
        lane.sessions().forEach(s -> s.cut("over"));
        transport.runTasks();
        lane.close(() -> {});
        assertEquals(0, host.buffers.usage().outBytes());
        host.close();
    }

    private void send(SteppedConnection from, String text) {
        ByteBuffer b = lane.buffers().take(text.length());
        from.deliver(b.put(text.getBytes(ISO_8859_1)).flip());
    }

    @Test
    void eachTurnPassesOnWhatWasLookedAtAndNothingIsReadBeforeTheLast() {
        send(client, "four\n");
        for (int turn = 1; turn < 5; turn++) {
            transport.runTurn();
            assertEquals("four\n".substring(0, turn), server.written.toString());
            assertFalse(client.reading, "in turn " + turn);
            assertTrue(server.reading, "the other direction flows on");
        }
        transport.runTurn();
        assertEquals("four\n", server.written.toString());
        assertTrue(client.reading);
        send(server, "re:four\n");
        transport.runTasks();
        assertEquals("re:four\n", client.written.toString());
    }

    @Test
    void othersHaveTheirTurnsInBetween() throws IOException {
        host.session().begin(lane);
        transport.runTasks();
        SteppedConnection other = transport.connections.get(2);
        SteppedConnection otherServer = transport.connections.get(3);
        otherServer.room = 1_000;
        send(client, "a long line\n");
        send(other, "b\n");
        transport.runTurn();
        transport.runTurn();
        assertEquals("b\n", otherServer.written.toString());
        assertEquals("a ", server.written.toString());
        transport.runTasks();
        assertEquals("a long line\n", server.written.toString());
    }

    @Test
    void theEndComesBehindWhatWasPutOff() {
        send(client, "one\n");
        client.end();
        transport.runTurn();
        assertFalse(
                session.status("").opaque().contains("ended"),
                session.status("").opaque());
        transport.runTasks();
        assertEquals("one\n", server.written.toString());
        assertEquals("", session.status("").opaque());
        send(server, "re:one\n");
        transport.runTasks();
        assertEquals("re:one\n", client.written.toString());
    }

    /** With the next codec, which does not yield. */
    @Test
    void aCodecThatGoesLeavesTheRestToTheNext() {
        send(client, "three\n");
        transport.runTurn();
        host.codec = null;
        session.codecChanged();
        transport.runTasks();
        assertEquals("t", server.written.toString());
        host.codec = new LineCodec();
        session.codecChanged();
        assertEquals("three\n", server.written.toString());
        assertTrue(client.reading);
    }

    @Test
    void oneThatIsCutWithARestUnlookedAtGivesItBack() {
        send(client, "three\n");
        transport.runTurn();
        session.cut("over");
        transport.runTasks();
        assertEquals("t", server.written.toString());
        assertTrue(session.isOver());
    }

    @Test
    void oneThatIsMovedGoesOnWhereItIsThen() {
        send(client, "three\n");
        transport.runTurn();
        session.leave(() -> session.arrive(lane, taken -> assertTrue(taken)));
        transport.runTurn();
        SteppedConnection movedServer = null;
        for (int turn = 0; turn < 20; turn++) {
            movedServer = transport.connections.get(transport.connections.size() - 1);
            movedServer.room = 1_000;
            transport.runTurn();
        }
        assertEquals("three\n", server.written.toString() + movedServer.written);
    }
}
