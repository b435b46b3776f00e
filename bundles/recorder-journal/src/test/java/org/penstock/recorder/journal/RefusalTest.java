package org.penstock.recorder.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.penstock.codec.api.Side;
import org.penstock.recorder.api.Gap;
import org.penstock.recorder.api.Recorded;
import org.penstock.recorder.api.SessionEnd;

/** What a journal that is full does to a session: nothing is lost, nothing comes twice, and it is told when to go on. */
class RefusalTest {
    private static final int MAX = RecordFormat.MIN_RECORD;

    private final FakeJournal journal = new FakeJournal(MAX);
    private final Rig.Session session = Rig.with(journal).session(7);

    @Test
    void aRefusedRecordLeavesNothingAndIsTakenOnceThereIsSpace() {
        journal.refuses = claim -> true;
        assertFalse(session.records.exchange(0, Samples.query("SELECT 1")));
        assertEquals(List.of(), journal.records);
        assertEquals(0, session.told);
        journal.space();
        assertEquals(1, session.told);
        assertTrue(session.records.exchange(0, Samples.query("SELECT 1")));
        assertEquals(1, journal.records.size());
        journal.space();
        assertEquals(1, session.told, "told without having been refused");
    }

    @Test
    void eachRefusalIsFollowedByOneCall() {
        for (int i = 1; i <= 3; i++) {
            journal.refuses = claim -> true;
            assertFalse(session.records.opened(0));
            assertFalse(session.records.opened(0));
            journal.space();
            assertEquals(i, session.told);
        }
    }

    @Test
    void onlyThoseWhoWereRefusedAreTold() {
        Rig rig = Rig.with(journal);
        Rig.Session first = rig.session(1);
        Rig.Session second = rig.session(2);
        assertTrue(first.records.opened(0));
        journal.refuses = claim -> true;
        assertFalse(second.records.opened(0));
        journal.space();
        assertEquals(0, first.told);
        assertEquals(1, second.told);
    }

    @Test
    void spaceThatComesBetweenRefusalAndMarkIsNotMissed() {
        journal.refuses = claim -> claim == 0;
        journal.atRefusal = journal::space;
        assertTrue(session.records.opened(0), "the second look finds what became free");
        journal.appenders.get(0).listener.space();
        assertEquals(0, session.told, "told although nothing was refused in the end");
    }

    @Test
    void spaceThatComesInEveryGapIsNotMissed() {
        journal.refuses = claim -> true;
        journal.atRefusal = () -> {
            journal.space();
            journal.refuses = claim -> true;
        };
        assertFalse(session.records.opened(0));
        assertEquals(1, session.told, "it came after the mark, so the session is told");
    }

    @Test
    void anOwnerThatFailsWhenToldHurtsNobody() {
        Rig rig = Rig.with(journal);
        Rig.Session other = rig.session(2);
        var failing = rig.recorder.open(Samples.facts(1), () -> {
            throw new IllegalStateException("the owner's bug");
        });
        journal.refuses = claim -> true;
        assertFalse(failing.opened(0));
        assertFalse(other.records.opened(0));
        journal.space();
        assertEquals(1, other.told);
    }

    @Test
    void aChunkGoesOnBehindThePiecesThatAreIn() {
        byte[] bytes = new byte[4 * MAX];
        new Random(1).nextBytes(bytes);
        journal.refuses = claim -> claim >= 2;
        assertFalse(session.records.chunk(3, 9, Side.SERVER, 100, ByteBuffer.wrap(bytes)));
        assertEquals(2, journal.records.size());
        journal.space();
        assertTrue(session.records.chunk(3, 9, Side.SERVER, 100, ByteBuffer.wrap(bytes)));
        assertEquals(ByteBuffer.wrap(bytes), joined(3));
    }

    @Test
    void aChunkThatWasGivenUpDoesNotRunIntoTheNext() {
        byte[] first = new byte[3 * MAX];
        byte[] second = new byte[3 * MAX];
        new Random(2).nextBytes(second);
        journal.refuses = claim -> claim == 1 || claim == 2;
        assertFalse(session.records.chunk(3, 9, Side.CLIENT, 0, ByteBuffer.wrap(first)));
        assertTrue(
                session.records.gap(4, new Gap(Gap.Kind.DROPPED, "full", 9, 3, 0, 1, first.length, first.length, 0)));
        assertTrue(session.records.chunk(5, 9, Side.CLIENT, first.length, ByteBuffer.wrap(second)));
        assertEquals(ByteBuffer.wrap(second), joined(5));
    }

    /** Each claim may be refused; the owner tries again until all is in. */
    @Property(tries = 300)
    void whateverIsRefusedAllIsThereOnceInOrder(
            @ForAll Random random, @ForAll @IntRange(min = 1, max = 90) int percent) {
        FakeJournal refusing = new FakeJournal(MAX);
        Rig rig = Rig.with(refusing);
        refusing.refuses = claim -> random.nextInt(100) < percent;
        Rig.Session[] sessions = {rig.session(1), rig.session(2), rig.session(3)};
        List<List<String>> expected = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        long[] offsets = new long[sessions.length];
        for (int i = 0; i < 20; i++) {
            for (int s = 0; s < sessions.length; s++) {
                int bytes = random.nextInt(4 * MAX);
                long offset = offsets[s];
                expected.get(s).add(describe(i, bytes));
                while (!record(sessions[s], i, offset, bytes)) {
                    assertTrue(sessions[s].told < 1_000_000);
                }
                offsets[s] += i % 4 == 1 ? bytes : 0;
            }
        }
        for (int s = 0; s < sessions.length; s++) {
            assertEquals(expected.get(s), described(refusing.recorded(), s + 1));
        }
    }

    private static boolean record(Rig.Session session, int i, long offset, int bytes) {
        return switch (i % 4) {
            case 0 -> session.records.exchange(i, Samples.query("q" + bytes));
            case 1 -> session.records.chunk(i, 5, Side.CLIENT, offset, ByteBuffer.allocate(bytes));
            case 2 -> session.records.gap(i, new Gap(Gap.Kind.OPAQUE, "g" + bytes, 5, i, 0, 0, 0, 0, 0));
            default -> session.records.closed(i, new SessionEnd("e" + bytes, 5, 0, 0, 0, 0, 0));
        };
    }

    private static String describe(int i, int bytes) {
        return i + " " + List.of("q", "c", "g", "e").get(i % 4) + bytes;
    }

    /** What was recorded of a session; the pieces of a chunk joined, and each in its place. */
    private static List<String> described(List<Recorded> records, long session) {
        List<String> described = new ArrayList<>();
        long next = 0;
        int joined = 0;
        for (Recorded r : records) {
            if (r.place().session() != session) {
                continue;
            }
            String before = r.place().sequence() + " ";
            if (r instanceof Recorded.Chunk chunk) {
                assertEquals(next, chunk.offset());
                next += chunk.bytes().remaining();
                boolean goesOn = !described.isEmpty()
                        && described.get(described.size() - 1).startsWith(before);
                joined = (goesOn ? joined : 0) + chunk.bytes().remaining();
                if (goesOn) {
                    described.remove(described.size() - 1);
                }
                described.add(before + "c" + joined);
            } else if (r instanceof Recorded.ExchangeEnded e) {
                described.add(before + e.attributes().get("db.query.text"));
            } else if (r instanceof Recorded.Missing m) {
                described.add(before + m.gap().reason());
            } else {
                described.add(before + ((Recorded.SessionClosed) r).end().reason());
            }
        }
        return described;
    }

    @Test
    void durabilityIsWhatIsConfiguredAndChangesWithTheNextRecord() {
        Rig rig = new Rig(Map.of("durability", "disk"));
        rig.come(journal, 0);
        Rig.Session configured = rig.session(1);
        assertTrue(configured.records.opened(0));
        rig.recorder.modified(Map.of("durability", "none"));
        assertTrue(configured.records.opened(1));
        rig.recorder.modified(Map.of("durability", "nonsense"));
        assertTrue(configured.records.opened(2));
        rig.recorder.modified(Map.of());
        assertTrue(configured.records.opened(3));
        assertEquals("[DISK, NONE, NONE, OS]", journal.durabilities.toString());
    }

    private ByteBuffer joined(long sequence) {
        ByteBuffer joined = ByteBuffer.allocate(8 * MAX);
        long first = -1;
        for (Recorded r : journal.recorded()) {
            if (r instanceof Recorded.Chunk chunk && r.place().sequence() == sequence) {
                first = first < 0 ? chunk.offset() : first;
                assertEquals(first + joined.position(), chunk.offset());
                joined.put(chunk.bytes());
            }
        }
        return joined.flip();
    }
}
