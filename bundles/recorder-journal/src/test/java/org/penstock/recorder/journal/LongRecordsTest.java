package org.penstock.recorder.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.penstock.codec.api.AttributeVisitor;
import org.penstock.codec.api.Side;
import org.penstock.recorder.api.Recorded;
import org.penstock.recorder.api.SessionRecorder;

/** Records longer than the journal takes in one, and codecs that fail while they show what they know. */
class LongRecordsTest {
    private static final int MAX = RecordFormat.MIN_RECORD;

    /** What a record has room for behind the head of 36 bytes and the 13 of a chunk. */
    private static final int PIECE = MAX - 36 - 13;

    private final FakeJournal journal = new FakeJournal(MAX);
    private final SessionRecorder session = Rig.with(journal).session(7).records;

    @Test
    void aLongTextIsCutAndItsWholeLengthIsThere() {
        record(Samples.query("x".repeat(17 << 20)).with("db.namespace", "shop").with("db.response.returned_rows", 5L));
        Map<String, Object> read = attributes();
        String text = (String) read.get("db.query.text");
        assertTrue(text.length() > MAX - 200 && text.chars().allMatch(c -> c == 'x'), "length " + text.length());
        assertEquals(17L << 20, read.get("penstock.cut.db.query.text"));
        assertEquals("shop", read.get("db.namespace"));
        assertEquals(5L, read.get("db.response.returned_rows"));
    }

    @Test
    void shortTextsStayWholeAndLongOnesShareWhatIsLeft() {
        record(new Samples.TestExchange("COM_QUERY")
                .with("a", "é".repeat(5000))
                .with("b", "short")
                .with("c", Samples.utf8("z".repeat(5000))));
        Map<String, Object> read = attributes();
        assertEquals("short", read.get("b"));
        assertEquals(10_000L, read.get("penstock.cut.a"));
        assertEquals(5000L, read.get("penstock.cut.c"));
        assertTrue(((String) read.get("a")).length() > 400, "a is " + read.get("a"));
        assertTrue(((String) read.get("c")).length() > 800, "c is " + read.get("c"));
    }

    @Property
    void aCutTextIsABeginningOfWholeCharacters(@ForAll @StringLength(min = 1, max = 20) String unit) {
        String whole = unit.repeat(8000 / unit.length() + 1);
        for (Object form : List.of(whole, Samples.utf8(whole))) {
            record(new Samples.TestExchange("COM_QUERY").with("db.query.text", form));
            Map<String, Object> read = attributes();
            String text = (String) read.get("db.query.text");
            assertTrue(whole.startsWith(text) && !text.isEmpty(), text);
            assertEquals((long) whole.getBytes(StandardCharsets.UTF_8).length, read.get("penstock.cut.db.query.text"));
            assertEquals(2, read.size(), "no character is cut in two: " + read.keySet());
        }
    }

    @Test
    void bytesThatAreNotUtf8AreCutToo() {
        byte[] bytes = new byte[5000];
        java.util.Arrays.fill(bytes, (byte) 0x80);
        record(new Samples.TestExchange("COM_QUERY").with("db.query.text", ByteBuffer.wrap(bytes)));
        Map<String, Object> read = attributes();
        assertEquals(5000L, read.get("penstock.cut.db.query.text"));
        assertTrue(((String) read.get("penstock.base64.db.query.text")).startsWith("gICA"));
    }

    @Test
    void moreAttributesThanFitAreLeftOutAndCounted() {
        Samples.TestExchange e = new Samples.TestExchange("COM_QUERY");
        for (int i = 0; i < 300; i++) {
            e.with("name" + i, (long) i);
        }
        record(e);
        Map<String, Object> read = attributes();
        long leftOut = (Long) read.get("penstock.attributes.left_out");
        assertEquals(300, read.size() - 1 + leftOut);
        assertTrue(leftOut > 0 && read.size() > 50, "left out " + leftOut);
        assertEquals(42L, read.get("name42"));
    }

    @Test
    void aNameLongerThanARecordIsLeftOutAlone() {
        record(new Samples.TestExchange("COM_QUERY")
                .with("n".repeat(100_000), 1L)
                .with("db.namespace", "shop"));
        assertEquals(Map.of("db.namespace", "shop", "penstock.attributes.left_out", 1L), attributes());
    }

    @Test
    void aRecordOfExactlyTheLongestLengthIsWhole() {
        record(Samples.query(""));
        int empty = journal.records.get(0).payload().remaining();
        record(Samples.query("x".repeat(MAX - empty)));
        assertEquals(Map.of("db.query.text", "x".repeat(MAX - empty)), attributes());
        assertEquals(MAX, journal.records.get(1).payload().remaining());
        record(Samples.query("x".repeat(MAX - empty + 1)));
        assertEquals((long) MAX - empty + 1, attributes().get("penstock.cut.db.query.text"));
    }

    /** How a codec may fail. */
    static List<Runnable> failures() {
        return List.of(
                () -> {
                    throw new IllegalStateException("a codec's bug");
                },
                () -> {
                    throw new NoClassDefFoundError("a class of a bundle that has gone");
                },
                () -> {
                    throw new StackOverflowError();
                });
    }

    @ParameterizedTest
    @MethodSource("failures")
    void aCodecThatFailsAtFirstCostsTheAttributesAlone(Runnable failure) {
        record(failing(0, failure));
        assertEquals(Map.of("penstock.attributes.left_out", -1L), attributes());
    }

    @ParameterizedTest
    @MethodSource("failures")
    void aCodecThatFailsWhileTheRecordIsWrittenLeavesNoRegionClaimed(Runnable failure) {
        record(failing(1, failure));
        assertEquals(Map.of("penstock.attributes.left_out", -1L), attributes());
        record(Samples.query("SELECT 1"));
        assertEquals(Map.of("db.query.text", "SELECT 1"), attributes());
    }

    @ParameterizedTest
    @MethodSource("failures")
    void aCodecThatFailsWhileALongRecordIsCutCostsTheAttributesAlone(Runnable failure) {
        int[] shown = {0};
        record(new Samples.TestExchange("COM_QUERY") {
            @Override
            public void attributes(AttributeVisitor visitor) {
                visitor.text("db.query.text", "x".repeat(2 * MAX));
                if (shown[0]++ > 0) {
                    failure.run();
                }
            }
        });
        assertEquals(Map.of("penstock.attributes.left_out", -1L), attributes());
    }

    @Test
    void aCodecThatShowsOtherThingsTheSecondTimeLeavesNoRegionHalfWritten() {
        for (int[] lengths : new int[][] {{10, 5}, {5, 10}, {5, 5000}, {5000, 5}}) {
            int[] shown = {0};
            record(new Samples.TestExchange("COM_QUERY") {
                @Override
                public void attributes(AttributeVisitor visitor) {
                    visitor.text("db.query.text", "x".repeat(lengths[Math.min(shown[0]++, 1)]));
                }
            });
            assertTrue(attributes().size() <= 2);
        }
    }

    private static Samples.TestExchange failing(int timesGood, Runnable failure) {
        int[] shown = {0};
        return new Samples.TestExchange("COM_QUERY") {
            @Override
            public void attributes(AttributeVisitor visitor) {
                visitor.text("db.query.text", "SELECT");
                if (shown[0]++ >= timesGood) {
                    failure.run();
                }
            }
        };
    }

    @Property(tries = 200)
    void aChunkOfAnyLengthComesInPiecesThatMakeItUp(@ForAll @IntRange(min = 0, max = 7 * MAX) int length) {
        journal.records.clear();
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        assertTrue(session.chunk(5, 9, Side.CLIENT, 1000, ByteBuffer.wrap(bytes)));
        ByteBuffer joined = ByteBuffer.allocate(length);
        for (Recorded piece : journal.recorded()) {
            Recorded.Chunk chunk = (Recorded.Chunk) piece;
            assertEquals(5, chunk.place().sequence());
            assertEquals(1000 + joined.position(), chunk.offset());
            joined.put(chunk.bytes());
        }
        assertEquals(ByteBuffer.wrap(bytes), joined.flip());
        assertEquals(Math.max(1, (length + PIECE - 1) / PIECE), journal.records.size());
    }

    private void record(Samples.TestExchange e) {
        assertTrue(session.exchange(1, e));
    }

    private Map<String, Object> attributes() {
        Recorded last = RecordDecoder.decode(journal.records.get(journal.records.size() - 1));
        return ((Recorded.ExchangeEnded) last).attributes();
    }
}
