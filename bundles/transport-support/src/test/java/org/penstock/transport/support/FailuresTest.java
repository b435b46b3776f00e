package org.penstock.transport.support;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.penstock.test.support.LogLines;
import org.penstock.test.support.PlainPool;
import org.penstock.transport.api.CloseReason;
import org.penstock.transport.api.Connection;
import org.penstock.transport.api.ConnectionHandler;
import org.penstock.transport.api.ParkedConnection;
import org.penstock.transport.api.TransportOptions;

/** Promise: what fails for every connection, task or timer is not a line, or a stack, for each; and none goes uncounted. */
final class FailuresTest {
    private static final int MANY = 100;

    private final LogLines log = LogLines.capture();
    private long now;
    private final Failures failures = new Failures(() -> now);

    @BeforeEach
    @AfterEach
    void forgetOtherTests() {
        Failures.HERE.close();
    }

    @AfterEach
    void catchNoMore() {
        log.close();
    }

    private void fail(String event, Throwable thrown) {
        failures.add(event, "socket=a", "its connection ends", thrown);
    }

    private void pass(long seconds) {
        now += TimeUnit.SECONDS.toNanos(seconds);
    }

    @Test
    void theFirstSaysWhatWhereWhyAndWhatNowWithItsStack() {
        fail("handler-failed", new IllegalStateException("on\npurpose"));
        List<String> lines = log.with("event=handler-failed");
        assertEquals(1, lines.size());
        assertTrue(
                lines.get(0)
                        .endsWith("event=handler-failed socket=a detail=\"IllegalStateException: on purpose\""
                                + " then=\"its connection ends\"; more of the kind are counted"),
                lines.get(0));
        assertEquals(
                1,
                log.with("at " + FailuresTest.class.getName() + ".theFirstSays").size());
    }

    @Test
    void thoseThatFollowAreCountedAndToldWhenItIsOver() {
        for (int i = 0; i < MANY; i++) {
            fail("handler-failed", new IllegalStateException("on purpose " + i));
            pass(1);
        }
        failures.look();
        assertEquals(1, log.with("event=handler-failed").size());
        assertEquals(
                1, log.with("at " + FailuresTest.class.getName() + ".thoseThat").size());
        assertEquals(List.of(), log.with("trouble-over"));
        pass(60);
        failures.look();
        failures.look();
        assertOver("handler-failed: java.lang.IllegalStateException", MANY, "1 m 39 s");
    }

    @Test
    void anotherKindIsToldByItself() {
        fail("handler-failed", new IllegalStateException());
        fail("handler-failed", new NoClassDefFoundError());
        fail("task-failed", new IllegalStateException());
        assertEquals(3, log.with("more of the kind are counted").size());
    }

    @Test
    void whatWasCountedIsToldWhenTheTransportGoes() {
        for (int i = 0; i < MANY; i++) {
            fail("task-failed", new IllegalStateException());
        }
        failures.close();
        assertOver("task-failed: java.lang.IllegalStateException", MANY, "0.0 s");
    }

    @Test
    void oneAloneIsNotToldTwice() {
        fail("task-failed", new IllegalStateException());
        failures.close();
        assertEquals(List.of(), log.with("trouble-over"));
    }

    private void assertOver(String trouble, long times, String length) {
        List<String> over = log.with("trouble-over");
        assertEquals(1, over.size(), over.toString());
        String expected = "trouble=\"" + trouble + "\" times=" + times + " during=\"" + length + "\"";
        assertTrue(over.get(0).endsWith(expected), over.get(0));
    }

    // ---- where they come from

    private void assertToldOnce(String event) {
        assertEquals(1, log.with("event=" + event).size());
        new OpenStrands().closeAll();
        assertEquals(
                1,
                log.with("trouble=\"" + event + ": java.lang.IllegalStateException\" times=" + MANY)
                        .size());
    }

    private static void throwOnPurpose() {
        throw new IllegalStateException("on purpose");
    }

    @Test
    void tasksThatFailAreToldOnce() {
        TaskQueue tasks = new TaskQueue();
        for (int i = 0; i < MANY; i++) {
            tasks.add(FailuresTest::throwOnPurpose);
        }
        tasks.runSome();
        assertToldOnce("task-failed");
    }

    @Test
    void timersThatFailAreToldOnce() {
        Timers timers = new Timers(() -> now);
        for (int i = 0; i < MANY; i++) {
            timers.schedule(FailuresTest::throwOnPurpose, 0);
        }
        timers.runDue();
        assertToldOnce("task-failed");
    }

    @Test
    void strandsThatFailAreToldOnce() {
        for (int i = 0; i < MANY; i++) {
            Failures.HERE.strandFailed("a", new IllegalStateException("on purpose"));
        }
        assertToldOnce("strand-failed");
    }

    @Test
    void handlersThatFailInEveryConnectionAreToldOnce() throws IOException {
        for (int i = 0; i < MANY / 2; i++) { // at its beginning, and at its end
            try (SocketChannel channel = SocketChannel.open()) {
                ReadinessConnection connection = new ReadinessConnection(
                        ParkedConnection.accepted(channel),
                        new Failing(),
                        new Unheeding(),
                        new ReadSupply(new PlainPool(), TransportOptions.named("test"), Runnable::run));
                connection.begin();
                connection.settle();
                connection.left();
            }
        }
        assertToldOnce("handler-failed");
    }

    private static final class Failing implements ConnectionHandler {
        @Override
        public void opened(Connection c) {
            throwOnPurpose();
        }

        @Override
        public void read(Connection c, ByteBuffer b) {
            throwOnPurpose();
        }

        @Override
        public void inputEnded(Connection c) {
            throwOnPurpose();
        }

        @Override
        public void writable(Connection c) {
            throwOnPurpose();
        }

        @Override
        public void closed(Connection c, CloseReason why) {
            throwOnPurpose();
        }
    }
}
