package org.penstock.transport.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.penstock.transport.api.CloseReason;
import org.penstock.transport.api.ParkedConnection;
import org.penstock.transport.api.Transport;
import org.penstock.transport.api.TransportOptions;

/** A strand that closes, and a transport that is deactivated, end all they have within a bound and leave nothing. */
@Timeout(60)
public abstract class StrandEndBehaviour {
    private static final File DESCRIPTORS = new File("/proc/self/fd");

    protected abstract TransportSubject subject();

    private static void assertStrandClosed(Link link) {
        assertEquals(
                CloseReason.Kind.STRAND_CLOSED, link.recorder().awaitClosed().kind());
        assertEquals(1, link.recorder().count(Event.CLOSED));
    }

    @Test
    void closeEndsEveryConnection() {
        try (Rig rig = Rig.of(subject());
                Blackhole nowhere = Blackhole.open()) {
            Link idle = rig.connect();
            Link reading = rig.connect();
            reading.reading(true);
            CompletableFuture<Void> sent = reading.peer().sendUntilClosed();
            Link full = rig.connect();
            full.send(64 << 20);
            Link connecting = rig.startConnect(nowhere.address());
            Waits.get(rig.lane().strand().close(), "close");
            for (Link link : List.of(idle, reading, full, connecting)) {
                assertStrandClosed(link);
            }
            idle.peer().expectEnd();
            Waits.get(sent, "sending");
        }
    }

    @Test
    void closeTwiceIsCloseOnce() {
        try (Rig rig = Rig.of(subject())) {
            Link link = rig.connect();
            var first = rig.lane().strand().close();
            var second = rig.lane().strand().close();
            Waits.get(first, "close");
            Waits.get(second, "close");
            assertStrandClosed(link);
        }
    }

    @Test
    void closeFromWithinACallbackWorks() {
        try (Rig rig = Rig.of(subject())) {
            Link link = rig.connect(
                    rig.lane(),
                    l -> l.recorder().on(Event.READ, c -> rig.lane().strand().close()));
            link.reading(true);
            link.peer().send(10);
            assertStrandClosed(link);
            Waits.get(rig.lane().strand().close(), "close");
        }
    }

    @Test
    void aReasonGivenBeforeIsKept() {
        try (Rig rig = Rig.of(subject())) {
            Link link = rig.connect();
            rig.lane().run(() -> {
                link.connection().close(Link.DONE);
                rig.lane().strand().close();
            });
            assertEquals(Link.DONE, link.recorder().awaitClosed());
        }
    }

    @Test
    void whatIsBeingDetachedIsStillHandedOver() {
        try (Rig rig = Rig.of(subject())) {
            Link link = rig.connect();
            CompletableFuture<ParkedConnection> parked = new CompletableFuture<>();
            rig.lane().run(() -> {
                link.detach(link.connection(), parked);
                rig.lane().strand().close();
            });
            ParkedConnection handed = Waits.get(parked, "detach");
            Waits.get(rig.lane().strand().close(), "close");
            link.adopt(rig.open(), handed);
            link.send(10);
            link.peer().expect(10);
        }
    }

    @Test
    void aConnectOnAStrandThatClosesIsTold() {
        try (Rig rig = Rig.of(subject())) {
            Link link = new Link(new Recorder(rig.problems()));
            rig.lane().run(() -> {
                rig.lane().strand().close();
                link.connectNow(rig.lane(), rig.address());
            });
            assertStrandClosed(link);
        }
    }

    @Test
    void deactivationClosesWhatIsLeftAndOpensNothingMore() {
        try (Rig rig = Rig.of(subject())) {
            Link first = rig.connect();
            Link second = rig.connect(rig.open(), l -> {});
            rig.deactivate();
            assertStrandClosed(first);
            assertStrandClosed(second);
            assertThrows(IllegalStateException.class, rig::open);
        }
    }

    @Test
    void deactivationDoesNotWaitForEverForACallbackThatDoesNotReturn() {
        try (Rig rig = Rig.of(subject())) {
            CountDownLatch over = new CountDownLatch(1);
            rig.lane().strand().execute(() -> {
                try {
                    over.await();
                } catch (InterruptedException e) {
                    rig.problems().add("the strand's thread was interrupted");
                }
            });
            long from = System.nanoTime();
            rig.deactivate();
            long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - from);
            over.countDown();
            assertTrue(seconds < 5, () -> "its framework gives it 5 seconds, and it took " + seconds);
        }
    }

    @Test
    void noThreadAndNoDescriptorIsLeft() {
        Assumptions.assumeTrue(DESCRIPTORS.isDirectory(), "this system does not list a process's descriptors");
        work(); // what the JDK opens once for all is open afterwards
        int before = descriptors();
        for (int i = 0; i < 5; i++) {
            work();
        }
        Waits.until(() -> threads().isEmpty(), () -> "the end of " + threads());
        Waits.until(() -> descriptors() <= before, () -> "from " + before + " descriptors to " + descriptors());
    }

    /** Leaves connections open of every kind, and one that was moved. */
    private void work() {
        try (Rig rig = Rig.of(subject());
                Blackhole nowhere = Blackhole.open()) {
            Lane other = rig.open(TransportOptions.named("tck-leaves-nothing"));
            for (int i = 0; i < 5; i++) {
                Link link = rig.connect(other, l -> {});
                link.reading(true);
                link.send(16 << 20);
                link.move(rig.lane(), true);
                link.move(other, true);
            }
            Link connecting = new Link(new Recorder(rig.problems()));
            connecting.connect(other, nowhere.address());
            rig.startConnect(Blackhole.refusing()).recorder().awaitClosed();
            rig.deactivate();
        }
    }

    private static int descriptors() {
        String[] names = DESCRIPTORS.list();
        return names == null ? 0 : names.length;
    }

    private static List<String> threads() {
        List<String> left = new ArrayList<>();
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().startsWith("tck-leaves-nothing")) {
                left.add(thread.getName());
            }
        }
        return left;
    }

    @Test
    void threadsBeginWithTheGivenName() {
        try (Rig rig = Rig.of(subject())) {
            Lane lane = rig.open(TransportOptions.named("tck-leaves-nothing-named"));
            assertTrue(
                    lane.call(() -> Thread.currentThread().getName()).startsWith("tck-leaves-nothing-named"),
                    "a strand's thread is named after it");
        }
    }

    @Test
    void traitsAreConstant() {
        try (Rig rig = Rig.of(subject())) {
            Transport transport = rig.transport();
            assertEquals(transport.traits(), transport.traits());
        }
    }
}
