package org.penstock.journal.core;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Promise: a torn end costs the record it tore, and no stale byte is ever taken for a record. */
@Timeout(120)
class TearTest {
    private static final List<String> TEXTS = List.of("zero", "first", "second, a little longer", "third");

    @TempDir
    Path directory;

    private JournalConfig config;
    private Path file;
    private byte[] whole;
    private int[] starts;

    @BeforeEach
    void write() throws IOException {
        config = new JournalConfig(directory, "x", 2 * SegmentHeader.LENGTH, 1 << 12, Opened.ALL, OnFailure.ROLL);
        Kit.write(config, TEXTS.toArray(String[]::new));
        file = Kit.segment(directory, 1);
        whole = Files.readAllBytes(file);
        starts = new int[TEXTS.size() + 1];
        starts[0] = SegmentHeader.LENGTH;
        for (int i = 0; i < TEXTS.size(); i++) {
            starts[i + 1] = starts[i] + RecordFormat.frame(TEXTS.get(i).length());
        }
    }

    /** The records that are whole in front of a place; all: there is no such place. */
    private List<String> before(int place) {
        int at = place < 0 ? whole.length : place;
        int n = 0;
        while (n < TEXTS.size() && starts[n + 1] <= at) {
            n++;
        }
        return TEXTS.subList(0, n);
    }

    private void recoversTo(List<String> texts, byte[] content, String what) throws IOException {
        Files.write(file, content);
        Kit.write(config, "next");
        List<String> expected = new java.util.ArrayList<>(texts);
        expected.add("next");
        assertEquals(expected, Entries.texts(directory), what);
        restore();
    }

    private void restore() throws IOException {
        for (String name : Kit.names(directory)) {
            Files.delete(directory.resolve(name));
        }
    }

    @Test
    void zerosFromAnyByteOnCostTheRecordTheyBeginIn() throws IOException {
        for (int at = starts[1]; at < starts[4]; at++) {
            byte[] torn = whole.clone();
            Arrays.fill(torn, at, torn.length, (byte) 0);
            recoversTo(before(Arrays.mismatch(torn, whole)), torn, "zeros from " + at);
        }
    }

    @Test
    void garbageFromAnyByteOnCostsTheRecordItBeginsIn() throws IOException {
        Random random = new Random(1);
        for (int at = starts[1]; at < starts[4]; at++) {
            byte[] torn = whole.clone();
            byte[] garbage = new byte[torn.length - at];
            random.nextBytes(garbage);
            garbage[0] = (byte) (torn[at] + 1 + random.nextInt(255));
            System.arraycopy(garbage, 0, torn, at, garbage.length);
            recoversTo(before(at), torn, "garbage from " + at);
        }
    }

    @Test
    void oneWrongByteAnywhereInTheLastRecordCostsThatRecord() throws IOException {
        for (int at = starts[3]; at < starts[4]; at++) {
            byte[] torn = whole.clone();
            torn[at] ^= 0x40;
            recoversTo(TEXTS.subList(0, 3), torn, "wrong byte at " + at);
        }
    }

    @Test
    void oneWrongByteInAnEarlierRecordIsDamageAndCostsNoOther() throws IOException {
        for (int at = starts[1]; at < starts[3]; at++) {
            byte[] torn = whole.clone();
            torn[at] ^= 0x40;
            List<String> expected = at < starts[2]
                    ? List.of("zero", "damage", TEXTS.get(2), "third")
                    : List.of("zero", "first", "damage", "third");
            recoversTo(expected, torn, "wrong byte at " + at);
        }
    }

    @Test
    void aFileCutAtAnyByteCostsTheRecordItWasCutIn() throws IOException {
        for (int at = starts[1]; at < starts[4]; at++) {
            List<String> expected = new java.util.ArrayList<>(before(at));
            expected.add("damage");
            recoversTo(expected, Arrays.copyOf(whole, at), "cut at " + at);
        }
    }

    @Test
    void aStaleRecordOfAnotherSegmentBehindTheLastIsCut() throws IOException {
        restore();
        Path elsewhere = Files.createDirectories(directory.resolve("elsewhere"));
        JournalConfig other =
                new JournalConfig(elsewhere, "x", 2 * SegmentHeader.LENGTH, 1 << 12, Opened.ALL, OnFailure.ROLL);
        Kit.write(other, TEXTS.toArray(String[]::new)); // the same positions and lengths, another journal
        byte[] stale = Files.readAllBytes(Kit.segment(elsewhere, 1));
        for (String name : Kit.names(elsewhere)) {
            Files.delete(elsewhere.resolve(name));
        }
        Files.delete(elsewhere);
        byte[] mixed = whole.clone();
        System.arraycopy(stale, starts[2], mixed, starts[2], starts[4] - starts[2]);
        recoversTo(TEXTS.subList(0, 2), mixed, "stale records");
    }

    @Test
    void whatIsCutIsKeptBesideAndNothingOfItIsLeftInTheSegment() throws IOException {
        byte[] torn = whole.clone();
        torn[starts[3]] ^= 1;
        Files.write(file, torn);
        Recovery.Result result = Recovery.run(directory, config.segmentSize());
        assertEquals(1, result.skipped().size());
        assertTrue(
                result.skipped().get(0).contains("torn end"), result.skipped().get(0));
        byte[] cut = Files.readAllBytes(file);
        assertArrayEquals(new byte[cut.length - starts[3]], Arrays.copyOfRange(cut, starts[3], cut.length));
        Path copy = directory.resolve("0000000000000001.journal.torn-" + starts[3]);
        byte[] kept = Files.readAllBytes(copy);
        assertArrayEquals(Arrays.copyOfRange(torn, starts[3], starts[3] + kept.length), kept);
    }
}
