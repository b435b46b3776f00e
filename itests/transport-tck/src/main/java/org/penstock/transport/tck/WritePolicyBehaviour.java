package org.penstock.transport.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.penstock.transport.api.Connection;
import org.penstock.transport.api.TransportOptions;
import org.penstock.transport.api.WritePolicy;

/** What a strand's {@link WritePolicy} says of bytes without room is done, and costs nothing of the stream. */
@Timeout(60)
public abstract class WritePolicyBehaviour {
    private static final int LARGE = 300_000;
    private static final int SMALL = 1_000;
    private static final int TIMES = 10;
    private static final int COPIES = 64 * 1024;

    /** What so many copies may be in, where small ones are put together: buffers of 16 KiB, the first and last not full. */
    private static final int COPY_BUFFERS = COPIES / (16 * 1024) + 2;

    private final Writer writer = new Writer();

    protected abstract TransportSubject subject();

    /** Sockets that are full after little, so that the policy has something to say. */
    private static Lane lane(Rig rig, int spin, int copyLimit) {
        return rig.open(
                new TransportOptions("tck-write", 64_000, 16_000, 0, 256_000, new WritePolicy(spin, copyLimit)));
    }

    private static Link copying(Rig rig) {
        return rig.connect(lane(rig, 1, COPIES), l -> {});
    }

    /** On the strand: the socket is full, and so many small writes are wholly taken nevertheless. */
    private void fillAndCopy(Connection c) {
        writer.fill(c, LARGE);
        copySome(c);
    }

    private void copySome(Connection c) {
        for (int i = 0; i < TIMES; i++) {
            assertEquals(SMALL, writer.write(c, SMALL), "of a small write to a full socket");
        }
    }

    /** On the strand right after writing, too: the system finds room for copies at any time, and then they are gone. */
    private void assertBuffers(Lane lane, int copies) {
        int most = subject().buffersAhead() + copies;
        assertTrue(lane.pool().out() <= most, () -> "buffers: " + lane.pool().out() + " of at most " + most);
    }

    @ParameterizedTest
    @CsvSource({"1, 0", "1, 64", "16, 0", "1, 16384", "4, 65536", "64, 1048576"})
    void allArrivesInOrder(int spin, int copyLimit) {
        int[] sizes = {1, 100, 65_536, 17, 3_001, 3_001, 200_000};
        try (Rig rig = Rig.of(subject())) {
            Link link =
                    rig.connect(lane(rig, spin, copyLimit), l -> l.recorder().on(Event.WRITABLE, c -> pump(c, sizes)));
            link.lane().run(() -> pump(link.connection(), sizes));
            for (int i = 0; i < 500; i++) {
                link.peer().expect(1_000);
            }
            link.peer().expect(4_000_000 - 500_000);
            Waits.until(() -> link.lane().call(() -> link.connection().isFlushed()), () -> "all flushed");
            assertEquals(0, link.lane().buffersOut());
        }
    }

    /** The next messages, until one is not taken whole. */
    private void pump(Connection c, int[] sizes) {
        for (int i = 0; writer.written() < 4_000_000; i++) {
            int next = (int) Math.min(sizes[i % sizes.length], 4_000_000 - writer.written());
            if (writer.write(c, next) < next) {
                c.wantWritable();
                return;
            }
        }
    }

    @Test
    void aSmallRestIsTakenAndItsBufferIsTheCallersAgain() {
        try (Rig rig = Rig.of(subject())) {
            Link link = copying(rig);
            link.lane().run(() -> fillAndCopy(link.connection()));
            link.peer().expect(writer.written());
        }
    }

    @Test
    void moreThanTheLimitIsLeftToTheCaller() {
        try (Rig rig = Rig.of(subject())) {
            Link link = rig.connect(lane(rig, 1, SMALL), l -> {});
            link.lane().run(() -> writer.fill(link.connection(), SMALL + 1));
            link.lane().settle();
            link.lane().run(() -> {
                writer.fill(link.connection(), SMALL + 1);
                assertBuffers(link.lane(), 0);
            });
            assertBuffers(link.lane(), 0);
            link.peer().expect(writer.written());
        }
    }

    /** Each is written out of a buffer of the pool, which is given back where nothing is left in it. */
    @Test
    void smallRestsShareBuffers() {
        try (Rig rig = Rig.of(subject())) {
            Link link = copying(rig);
            Lane lane = link.lane();
            lane.run(() -> {
                writer.fill(link.connection(), LARGE);
                for (int i = 0; i < 300; i++) {
                    assertEquals(100, writer.write(link.connection(), 100));
                }
                assertBuffers(lane, COPY_BUFFERS);
            });
            assertBuffers(lane, COPY_BUFFERS);
            link.peer().expect(writer.written());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {10, 1_000, 20_000, LARGE})
    void memoryIsBoundedWhereThePeerNeverReads(int message) {
        try (Rig rig = Rig.of(subject())) {
            Link link = rig.connect(lane(rig, 4, COPIES), l -> {});
            for (int i = 0; i < TIMES; i++) {
                link.lane().run(() -> {
                    writer.fill(link.connection(), message);
                    assertBuffers(link.lane(), COPY_BUFFERS);
                });
                link.lane().settle();
            }
            assertBuffers(link.lane(), COPY_BUFFERS);
        }
    }

    @Test
    void roomIsToldWhenTheCopiesAreOut() {
        try (Rig rig = Rig.of(subject())) {
            List<Boolean> flushed = new ArrayList<>();
            Link link = rig.connect(
                    lane(rig, 1, 1 << 20), l -> l.recorder().on(Event.WRITABLE, c -> flushed.add(c.isFlushed())));
            link.lane().run(() -> {
                writer.fill(link.connection(), 1 << 20);
                while (writer.write(link.connection(), LARGE) == LARGE) {
                    // until there is room for no more copies
                }
                link.connection().wantWritable();
            });
            link.peer().expect(writer.written());
            link.recorder().await(Event.WRITABLE);
            assertEquals(List.of(true), link.lane().call(() -> List.copyOf(flushed)));
        }
    }

    @Test
    void theEndOfOutputComesAfterTheCopies() {
        try (Rig rig = Rig.of(subject())) {
            Link link = copying(rig);
            link.lane().run(() -> {
                fillAndCopy(link.connection());
                link.connection().shutdownOutput();
            });
            link.peer().expect(writer.written());
            link.peer().expectEnd();
        }
    }

    @Test
    void copiesAreGivenBackWhereTheConnectionEnds() {
        try (Rig rig = Rig.of(subject())) {
            Link link = copying(rig);
            link.lane().run(() -> fillAndCopy(link.connection()));
            link.close();
            link.recorder().awaitClosed();
            assertEquals(0, link.lane().pool().out());
        }
    }

    /** As where a configuration is changed: what was copied goes along, what is written later is the new policy's. */
    @Test
    void anotherPolicyHoldsFromTheMoveOn() {
        try (Rig rig = Rig.of(subject())) {
            Link link = copying(rig);
            Lane copies = link.lane();
            Lane plain = lane(rig, 1, 0);
            copies.run(() -> fillAndCopy(link.connection()));
            link.move(plain, false);
            link.peer().expect(writer.written());
            link.recorder().await(Event.OPENED);
            plain.run(() -> {
                writer.fill(link.connection(), SMALL);
                assertBuffers(plain, 0);
            });
            plain.settle();
            assertBuffers(plain, 0);
            link.move(copies, false);
            link.recorder().await(Event.OPENED);
            copies.run(() -> {
                writer.fill(link.connection(), LARGE);
                copySome(link.connection());
            });
            link.peer().expect(writer.written() - link.peer().received());
        }
    }
}
