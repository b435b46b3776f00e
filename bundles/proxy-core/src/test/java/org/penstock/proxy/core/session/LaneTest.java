package org.penstock.proxy.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.penstock.transport.api.TransportOptions;

/** A lane, stepped by hand. */
class LaneTest {
    private final LoneHost host;
    private final SteppedTransport transport = new SteppedTransport();
    private final Lane lane;

    LaneTest() {
        host = new LoneHost("idle.timeout=1s", "recorder=away", "record.overload=block");
        lane = new Lane(transport, TransportOptions.named("test"), host.buffers);
    }

    @AfterEach
    void close() throws IOException {
        host.close();
    }

    private void open(int sessions) throws IOException {
        for (int i = 0; i < sessions; i++) {
            host.session().begin(lane);
        }
        transport.runTasks();
    }

    @Test
    void whatGoesWrongWithOneSessionIsNoReasonToLeaveOutTheOthersOfThatSecond() throws IOException {
        lane.watch(host);
        open(3);
        host.now = TimeUnit.SECONDS.toNanos(2);
        transport.failsToClose = true;
        transport.runTimers();
        List<SteppedTransport.SteppedConnection> servers =
                List.of(transport.connections.get(1), transport.connections.get(3), transport.connections.get(5));
        assertTrue(servers.stream().allMatch(c -> c.askedToClose > 0), "every session was idle for too long");
    }

    /** Each stands still for a short while only, and all others flow on meanwhile. */
    @Test
    void whoLeavesByPlanDoesSoAFewAtATimeTheNextWhenTheFormerHaveArrived() throws IOException {
        open(10);
        Travellers travellers = new Travellers();
        lane.leave(() -> false, travellers, travellers::done);
        transport.runTasks();
        assertEquals(4, travellers.taken.size());
        for (int arrived = 1; arrived < 7; arrived++) {
            travellers.arrive();
            assertEquals(Math.min(4 + arrived, 10), travellers.taken.size());
        }
        travellers.allArrive();
    }

    @Test
    void whoLeavesInAHurryDoesSoWithAllOthers() throws IOException {
        open(10);
        Travellers travellers = new Travellers();
        lane.leave(() -> true, travellers, travellers::done);
        transport.runTasks();
        assertEquals(10, travellers.taken.size());
        travellers.allArrive();
    }

    @Test
    void aPlannedDepartureBecomesHurriedOnItsWay() throws IOException {
        open(10);
        Travellers travellers = new Travellers();
        AtomicBoolean hurry = new AtomicBoolean();
        lane.leave(hurry::get, travellers, travellers::done);
        transport.runTasks();
        hurry.set(true);
        travellers.arrive();
        assertEquals(10, travellers.taken.size());
        travellers.allArrive();
    }

    /** Sessions that have left, and arrive when the test says so. */
    private final class Travellers implements Lane.Destination {
        final List<Session> taken = new ArrayList<>();
        private final Deque<Runnable> onTheirWay = new ArrayDeque<>();
        private boolean done;

        @Override
        public void take(Session s, Runnable arrived) {
            taken.add(s);
            onTheirWay.add(arrived);
        }

        void done() {
            done = true;
        }

        void arrive() {
            assertFalse(done, "one was on its way");
            onTheirWay.remove().run();
            transport.runTasks();
        }

        void allArrive() {
            while (!onTheirWay.isEmpty()) {
                arrive();
            }
            assertTrue(done);
            assertEquals(List.of(), lane.sessions());
            taken.forEach(s -> s.abandon("over"));
            assertEquals(taken, host.ended);
        }
    }

    /** Both sockets are gone, for whatever reason, and nobody will run a task here any more. */
    @Test
    void aSessionWhoseLastRecordsWaitIsItsHostsWhenItsStrandHasEnded() throws IOException {
        open(2);
        lane.sessions().get(0).cut("over");
        transport.runTasks();
        assertEquals(2, lane.sessions().size(), "its records wait for their recorder");
        lane.close(() -> {});
        assertEquals(1, host.homeless.size());
        assertTrue(host.homeless.get(0).isOnlyRecording());
        assertEquals(1, lane.sessions().size());
    }
}
