package org.penstock.journal.core;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.penstock.log.support.settings.Settings;

/**
 * A journal's configuration, checked.
 *
 * @param directory where its files are
 * @param storage the name of the storage to use
 * @param segmentSize of each file, in bytes: a multiple of 4,096
 * @param ringSize memory between appenders and the disk, in bytes: a power of two
 * @param retention how much is kept
 * @param onFailure what a failed write or sync leads to
 */
record JournalConfig(
        Path directory, String storage, long segmentSize, int ringSize, Retention retention, OnFailure onFailure) {
    static final long MIN_SEGMENT = 2L * SegmentHeader.LENGTH;
    static final int MIN_RING = 1 << 10;

    JournalConfig {
        Objects.requireNonNull(directory, "directory");
        Objects.requireNonNull(storage, "storage");
        Objects.requireNonNull(retention, "retention");
        Objects.requireNonNull(onFailure, "onFailure");
        if (segmentSize < MIN_SEGMENT || segmentSize % SegmentHeader.LENGTH != 0) {
            throw new IllegalArgumentException("segment size " + segmentSize);
        }
        if (ringSize < MIN_RING || Integer.bitCount(ringSize) != 1) {
            throw new IllegalArgumentException("ring size " + ringSize);
        }
    }

    /** The longest record's payload: it must fit into the ring's longest message and into a segment. */
    int longestPayload() {
        long inSegment = segmentSize - SegmentHeader.LENGTH - RecordFormat.PAYLOAD;
        return (int) Math.min(Ring.longestPayload(ringSize), inSegment);
    }

    /** As it would be in the file, with every key, in the order in which they are documented. */
    Map<String, String> written() {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("directory", directory.toString());
        all.put("storage", storage);
        all.put("segment.size", Long.toString(segmentSize));
        all.put("ring.size", Integer.toString(ringSize));
        all.put("retention.bytes", retention.writtenBytes());
        all.put("retention.age", retention.writtenAge());
        all.put("on.failure", Settings.written(onFailure));
        return all;
    }

    /** Whether a journal that is open can take up the other without being opened anew. */
    boolean sameFiles(JournalConfig other) {
        return directory.equals(other.directory) && segmentSize == other.segmentSize && ringSize == other.ringSize;
    }
}
