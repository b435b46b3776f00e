package org.penstock.proxy.core.session;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.penstock.proxy.core.LineCodec;
import org.penstock.proxy.core.session.SteppedTransport.SteppedConnection;
import org.penstock.transport.api.TransportOptions;

/** A session that is asked to end between two exchanges: what its client gets to hear, and its server. */
class LeavingTest {
    private static final String REFUSED = "refused SHUTTING_DOWN\n";

    private final LoneHost host = new LoneHost("protocol=line");
    private final SteppedTransport transport = new SteppedTransport();
    private final Lane lane = new Lane(transport, TransportOptions.named("test"), host.buffers);
    private Session session;
    private SteppedConnection client;
    private SteppedConnection server;

    @BeforeEach
    void open() throws IOException {
        host.codec = new LineCodec();
        session = host.session();
        session.begin(lane);
        transport.runTasks();
        client = transport.connections.get(0);
        server = transport.connections.get(1);
        client.room = 1_000;
        server.room = 1_000;
        pass(1_000);
    }

    @AfterEach
    void close() throws IOException {
        session.cut("over");
        transport.runTasks();
        lane.close(() -> {});
        assertEquals(0, host.buffers.usage().outBytes());
        host.close();
    }

    /** Time, with nothing happening in it but that timers are due. */
    private void pass(long millis) {
        host.now += TimeUnit.MILLISECONDS.toNanos(millis);
        transport.runTimers();
        transport.runTasks();
    }

    private void say(SteppedConnection from, String text) {
        ByteBuffer b = lane.buffers().take(text.length());
        from.deliver(b.put(text.getBytes(ISO_8859_1)).flip());
        transport.runTasks();
    }

    private void leave() {
        session.leaveWhenQuiet();
        transport.runTasks();
    }

    /** In the middle of a request, so that last orders are over while the session is busy. */
    private void leaveBusily() {
        say(client, "one\n");
        leave();
        pass(1_000);
        say(server, "re:one\n");
        assertEquals("re:one\n", client.written.toString());
        assertEquals(1, server.askedToClose);
    }

    @Test
    void whatComesInTheFirstMomentIsServed() {
        leave();
        say(client, "one\n");
        assertEquals("one\n", server.written.toString());
        say(server, "re:one\n");
        pass(1_000);
        assertEquals("re:one\n" + REFUSED, client.written.toString());
        assertFalse(session.outcome().unserved());
    }

    @Test
    void whoIsSilentIsToldUnasked() {
        leave();
        assertEquals("", client.written.toString());
        pass(1_000);
        assertEquals(REFUSED, client.written.toString());
        assertFalse(session.outcome().unserved());
    }

    @Test
    void theNextRequestIsRefusedAndGoesNoFurther() {
        leaveBusily();
        say(client, "two\n");
        assertEquals("one\n", server.written.toString());
        assertEquals("re:one\n" + REFUSED, client.written.toString());
        assertTrue(session.outcome().unserved());
    }

    @Test
    void aRequestInPartsIsHeardToItsEndAndThenRefused() {
        leaveBusily();
        say(client, "tw");
        pass(50);
        assertEquals("re:one\n", client.written.toString(), "half a request has no answer");
        say(client, "o\n");
        assertEquals("re:one\n" + REFUSED, client.written.toString());
        assertTrue(session.outcome().unserved());
    }

    @Test
    void aRequestThatIsNotFinishedHasNoAnswerAndIsNotWaitedForInVain() {
        leaveBusily();
        say(client, "tw");
        pass(1_000);
        client.end();
        transport.runTasks();
        assertEquals("re:one\n", client.written.toString());
        assertEquals(1, host.ended.size());
        assertTrue(session.outcome().unserved());
    }

    /** It cannot be unsaid, but it is counted. */
    @Test
    void aRequestThatCrossesTheWordsIsCounted() {
        leave();
        pass(1_000);
        say(client, "one\n");
        assertEquals(REFUSED, client.written.toString());
        assertTrue(session.outcome().unserved());
    }

    @Test
    void whoSaysNothingMoreIsNotWaitedFor() {
        leaveBusily();
        client.end();
        transport.runTasks();
        assertEquals(1, host.ended.size());
        assertFalse(session.outcome().unserved());
    }

    @Test
    void oneThatMovesMeanwhileListensOn() {
        leaveBusily();
        session.leave(() -> session.arrive(lane, taken -> assertTrue(taken)));
        transport.runTasks();
        client = transport.connections.get(2);
        client.room = 1_000;
        say(client, "two\n");
        assertEquals(REFUSED, client.written.toString());
        assertTrue(session.outcome().unserved());
    }

    @Test
    void whatIsUnderWayWhenPatienceIsOverIsAnswered() {
        say(client, "one\n");
        leave();
        assertTrue(session.leaveNow());
        assertEquals(REFUSED, client.written.toString());
        assertFalse(session.outcome().unserved(), "it was passed on");
    }

    /** Clients take their leave then, with a request of its own kind in many protocols. */
    @Test
    void whatFollowsTheAnswerToARequestThatWasPassedOnIsNotCounted() {
        say(client, "one\n");
        leave();
        assertTrue(session.leaveNow());
        say(client, "bye\n");
        assertEquals(REFUSED, client.written.toString());
        assertFalse(session.outcome().unserved(), "it was passed on");
    }

    @Test
    void whatIsHeldWhenPatienceIsOverWasNotPassedOn() {
        server.room = 2;
        say(client, "one\n");
        leave();
        assertTrue(session.leaveNow());
        assertEquals(REFUSED, client.written.toString());
        assertTrue(session.outcome().unserved());
    }

    @Test
    void whoIsIdleWhenPatienceIsOverWasNotBusy() {
        leave();
        assertFalse(session.leaveNow());
        assertEquals(REFUSED, client.written.toString());
    }
}
