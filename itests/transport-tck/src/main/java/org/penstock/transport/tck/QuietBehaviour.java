package org.penstock.transport.tck;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.penstock.transport.api.ParkedConnection;
import org.penstock.transport.api.TransportOptions;

/**
 * A strand that has nothing to do does nothing. Each test makes a state in which a loop is easily left spinning, uses
 * up some processor time itself, and allows the strand's threads a fraction of that.
 */
@Timeout(60)
public abstract class QuietBehaviour {
    private static final String NAME = "tck-quiet";
    private static final long BURNT_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    protected abstract TransportSubject subject();

    private static Lane lane(Rig rig) {
        Assumptions.assumeTrue(THREADS.isThreadCpuTimeSupported(), "this JVM does not tell a thread's processor time");
        return rig.open(TransportOptions.named(NAME));
    }

    private static void assertQuiet(Lane lane) {
        lane.settle();
        long before = used();
        burn();
        long used = used() - before;
        assertTrue(
                used < BURNT_NANOS / 4,
                () -> TimeUnit.NANOSECONDS.toMillis(used) + " ms of processor time with nothing to do");
    }

    /** A loop that spins gets about as much as this thread does, however busy the machine is. */
    private static void burn() {
        long end = THREADS.getCurrentThreadCpuTime() + BURNT_NANOS;
        while (THREADS.getCurrentThreadCpuTime() < end) {
            Thread.onSpinWait();
        }
    }

    private static long used() {
        long sum = 0;
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().startsWith(NAME)) {
                sum += Math.max(THREADS.getThreadCpuTime(thread.getId()), 0);
            }
        }
        return sum;
    }

    @Test
    void withIdleConnections() {
        try (Rig rig = Rig.of(subject())) {
            Lane lane = lane(rig);
            for (int i = 0; i < 5; i++) {
                rig.connect(lane, l -> {}).reading(true);
            }
            assertQuiet(lane);
        }
    }

    @Test
    void withATimerFarOff() {
        try (Rig rig = Rig.of(subject())) {
            Lane lane = lane(rig);
            lane.run(() -> lane.strand().schedule(() -> {}, TimeUnit.HOURS.toNanos(1)));
            assertQuiet(lane);
        }
    }

    @Test
    void withBytesToReadWhileReadingIsOff() {
        try (Rig rig = Rig.of(subject())) {
            Lane lane = lane(rig);
            Link link = rig.connect(lane, l -> {});
            link.reading(true);
            link.peer().send(10);
            link.recorder().awaitReceived(10);
            link.reading(false);
            link.peer().send(10);
            assertQuiet(lane);
        }
    }

    @Test
    void withAFullSocketWhoseRoomIsWaitedFor() {
        try (Rig rig = Rig.of(subject())) {
            Lane lane = lane(rig);
            Link link = rig.connect(lane, l -> {});
            link.send(64 << 20);
            link.awaitStandstill(); // the system's buffers grow for a while
            assertQuiet(lane);
        }
    }

    @Test
    void afterWritableWasTold() {
        try (Rig rig = Rig.of(subject())) {
            Lane lane = lane(rig);
            Link link = rig.connect(lane, l -> {});
            link.lane().run(() -> link.connection().wantWritable());
            link.recorder().await(Event.WRITABLE);
            assertQuiet(lane);
        }
    }

    @Test
    void afterTheInputHasEnded() {
        try (Rig rig = Rig.of(subject())) {
            Lane lane = lane(rig);
            Link link = rig.connect(lane, l -> {});
            link.reading(true);
            link.peer().end();
            link.recorder().await(Event.INPUT_ENDED);
            assertQuiet(lane);
        }
    }

    @Test
    void afterBothDirectionsHaveEnded() {
        try (Rig rig = Rig.of(subject())) {
            Lane lane = lane(rig);
            Link link = rig.connect(lane, l -> {});
            link.reading(true);
            link.endAfterwards();
            link.peer().end();
            link.recorder().await(Event.INPUT_ENDED);
            link.lane().run(() -> link.connection().wantWritable());
            assertQuiet(lane);
        }
    }

    @Test
    void whileThePoolHasNothingLeft() {
        try (Rig rig = Rig.of(subject())) {
            Lane lane = lane(rig);
            lane.pool().limit(0);
            Link link = rig.connect(lane, l -> {});
            link.reading(true);
            link.peer().send(10);
            Waits.until(() -> lane.pool().refused() > 0, () -> "the pool to be asked");
            assertQuiet(lane);
        }
    }

    @Test
    void afterAConnectionHasLeft() {
        try (Rig rig = Rig.of(subject())) {
            Lane lane = lane(rig);
            Link link = rig.connect(lane, l -> {});
            link.reading(true);
            ParkedConnection parked = Waits.get(link.detach(), "detach");
            link.peer().send(10);
            assertQuiet(lane);
            lane.discard(parked);
            Link closed = rig.connect(lane, l -> {});
            closed.close();
            closed.recorder().awaitClosed();
            assertQuiet(lane);
        }
    }

    @Test
    void whileAConnectIsNotAnswered() {
        try (Rig rig = Rig.of(subject());
                Blackhole nowhere = Blackhole.open()) {
            Lane lane = lane(rig);
            Link link = new Link(new Recorder(rig.problems()));
            link.connect(lane, nowhere.address());
            assertQuiet(lane);
            link.close();
            link.recorder().awaitClosed();
        }
    }
}
