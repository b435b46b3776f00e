package org.penstock.recorder.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.penstock.codec.api.Side;
import org.penstock.journal.api.JournalEntry;
import org.penstock.journal.api.JournalReader;
import org.penstock.recorder.api.Gap;
import org.penstock.recorder.api.Recorded;
import org.penstock.recorder.api.SessionEnd;
import org.penstock.recorder.api.SessionRecorder;

/** What cannot be understood is said to be damage, with its place and length; what follows is read all the same. */
class DamageTest {
    private final FakeJournal journal = new FakeJournal(4096);

    @Test
    void theCursorGoesOnBehindDamage() throws Exception {
        recordEachKind();
        Queue<JournalEntry> entries = new ArrayDeque<>();
        entries.add(journal.records.get(0));
        entries.add(new JournalEntry.Damage(500, 77, "a.log: bad checksum"));
        entries.add(new JournalEntry.Record(600, 99, 1, ByteBuffer.allocate(12)));
        entries.add(journal.records.get(1));
        boolean[] closed = {false};
        try (RecordedCursor cursor = new RecordedCursor(reader(entries, closed))) {
            assertInstanceOf(Recorded.SessionOpened.class, cursor.next().orElseThrow());
            Recorded.Damaged damage = (Recorded.Damaged) cursor.next().orElseThrow();
            assertEquals(
                    List.of(500L, 77L, "a.log: bad checksum"),
                    List.of(damage.place().position(), damage.bytes(), damage.reason()));
            damage = (Recorded.Damaged) cursor.next().orElseThrow();
            assertEquals(
                    List.of(600L, 12L, "a record of type 99, which this version does not know"),
                    List.of(damage.place().position(), damage.bytes(), damage.reason()));
            assertInstanceOf(Recorded.ExchangeEnded.class, cursor.next().orElseThrow());
            assertTrue(cursor.next().isEmpty());
            entries.add(journal.records.get(2));
            assertInstanceOf(Recorded.Chunk.class, cursor.next().orElseThrow());
        }
        assertTrue(closed[0]);
    }

    private static JournalReader reader(Queue<JournalEntry> entries, boolean[] closed) {
        return new JournalReader() {
            @Override
            public JournalEntry next() {
                return entries.poll();
            }

            @Override
            public void close() throws IOException {
                closed[0] = true;
            }
        };
    }

    @Test
    void aRecordThatEndsAtAnyByteIsDamageOrAShorterChunkOrACloseOfTheFirstVersions() {
        recordEachKind();
        for (JournalEntry.Record whole : journal.records) {
            for (int length = 0; length < whole.payload().remaining(); length++) {
                Recorded read = RecordDecoder.decode(new JournalEntry.Record(
                        whole.position(), whole.type(), 1, whole.payload().slice(0, length)));
                if (read instanceof Recorded.Damaged damaged) {
                    assertEquals(length, damaged.bytes());
                    assertEquals("a record that ends in the middle of a field", damaged.reason());
                } else if (read instanceof Recorded.SessionClosed) {
                    int left = whole.payload().remaining() - length;
                    assertTrue(left == 2 * Long.BYTES || left == Long.BYTES, left + " bytes left out");
                } else {
                    assertInstanceOf(Recorded.Chunk.class, read);
                }
            }
        }
    }

    @Test
    void codesOfALaterVersionAreNamed() {
        recordEachKind();
        assertReason(0, 0, 2, "a record of version 2; this version knows 1");
        assertReason(1, 36, 4, "an exchange with the outcome 4, which this version does not know");
        assertReason(
                1, 36 + 33 + 10 + 4, 200, "an attribute with the name's code 200, which this version does not know");
        assertReason(1, 36 + 33 + 10 + 4 + 1, 3, "an attribute of the form 3, which this version does not know");
        assertReason(1, 36 + 33 + 10 + 4 + 2, 0xff, "a record with a length of 4278190088");
        assertReason(2, 36, 2, "a chunk from the side 2, which this version does not know");
        assertReason(3, 36, 2, "a gap of the kind 2, which this version does not know");
    }

    private void assertReason(int record, int at, int value, String reason) {
        JournalEntry.Record good = journal.records.get(record);
        ByteBuffer changed = ByteBuffer.allocate(good.payload().remaining());
        changed.put(good.payload().duplicate()).flip().put(at, (byte) value);
        Recorded read = RecordDecoder.decode(new JournalEntry.Record(64, good.type(), 1, changed));
        assertEquals(reason, assertInstanceOf(Recorded.Damaged.class, read).reason());
    }

    @Property
    void noBytesMakeTheDecoderThrow(@ForAll @IntRange(max = 7) int type, @ForAll @Size(max = 120) byte[] bytes) {
        if (bytes.length > 0) {
            bytes[0] = 1;
        }
        Recorded read = RecordDecoder.decode(new JournalEntry.Record(64, type, 1, ByteBuffer.wrap(bytes)));
        assertEquals(64, read.place().position());
    }

    private void recordEachKind() {
        SessionRecorder session = Rig.with(journal).session(7).records;
        assertTrue(session.opened(0));
        assertTrue(session.exchange(1, Samples.query("SELECT 1").with("x", 1L)));
        assertTrue(session.chunk(2, 1, Side.CLIENT, 0, ByteBuffer.allocate(4)));
        assertTrue(session.gap(3, new Gap(Gap.Kind.OPAQUE, "TLS", 1, 3, 0, 0, 0, 0, 0)));
        assertTrue(session.closed(4, new SessionEnd("bye", 1, 0, 0, 0, 0, 0)));
    }
}
