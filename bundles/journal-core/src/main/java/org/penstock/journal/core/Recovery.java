package org.penstock.journal.core;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Takes up a directory as a writer that may have been killed left it. Reads the last segment, and names and first blocks
 * of no more others than it must.
 *
 * <p>Threads: one. Errors: what is corrupt is put aside, what is torn is cut after a copy was made; where that fails, so
 * does this, and can be tried again.
 *
 * <p>Source: docs/journal-format.md, "Recovery".
 */
final class Recovery {
    private final SegmentCatalog catalog;
    private final long segmentSize;
    private final List<String> skipped = new ArrayList<>();
    private OptionalLong blank = OptionalLong.empty();
    private long lostBytes;

    /**
     * A segment to go on in.
     *
     * @param end offset behind its last record
     */
    record Tail(Path path, SegmentHeader header, long end) {}

    /**
     * @param tail empty: begin a new segment
     * @param blank a file of zeros to use for it
     * @param nextNumber for a new file
     * @param nextPosition of the next record
     * @param latestNanos the latest time of any record
     * @param skipped what was put aside, cut or passed over; each names file and bytes
     */
    record Result(
            long journalId,
            SegmentCatalog catalog,
            Optional<Tail> tail,
            OptionalLong blank,
            long nextNumber,
            long nextPosition,
            long latestNanos,
            List<String> skipped) {
        /** The number of the last segment that may hold records; 0: there is none. */
        long newest() {
            return Arrays.stream(catalog.numbers())
                    .filter(number -> blank.isEmpty() || number != blank.getAsLong())
                    .max()
                    .orElse(0);
        }
    }

    /**
     * What the records of a segment come to.
     *
     * @param end offset behind the last record
     * @param contentEnd behind the last byte that is not zero; {@code end} where the rest is unused
     */
    private record Scan(long end, long contentEnd, long damagedBytes, long latestNanos) {}

    private Recovery(SegmentCatalog catalog, long segmentSize) {
        this.catalog = catalog;
        this.segmentSize = segmentSize;
    }

    static Result run(Path directory, long segmentSize) throws IOException {
        return new Recovery(SegmentCatalog.list(directory), segmentSize).run();
    }

    private Result run() throws IOException {
        long[] numbers = catalog.numbers();
        long next = numbers.length == 0 ? 1 : numbers[numbers.length - 1] + 1;
        for (int i = numbers.length - 1; i >= 0; i--) {
            Optional<SegmentHeader> header = judge(numbers[i]);
            if (header.isPresent()) {
                return takeUp(header.get(), next);
            }
        }
        return new Result(
                new SecureRandom().nextLong(),
                catalog,
                Optional.empty(),
                blank,
                next,
                lostBytes,
                SegmentHeader.NO_TIME,
                skipped);
    }

    private Optional<SegmentHeader> judge(long number) throws IOException {
        Path path = catalog.path(number);
        SegmentHeader.Found found = SegmentFile.header(path);
        if (found instanceof SegmentHeader.Used used) {
            return Optional.of(used.header());
        }
        if (found instanceof SegmentHeader.Bad bad) {
            lostBytes += Math.max(0, catalog.size(number) - SegmentHeader.LENGTH);
            putAside(number, bad.why());
        } else if (!isZero(path)) {
            putAside(number, "it has records but no header");
        } else if (blank.isEmpty() && catalog.size(number) == segmentSize) {
            blank = OptionalLong.of(number);
        } else {
            Files.delete(path); // all zeros, and not of the size in use
            catalog.remove(number);
        }
        return Optional.empty();
    }

    private void putAside(long number, String why) throws IOException {
        Path to = Quarantine.whole(catalog.path(number));
        catalog.remove(number);
        skipped.add(catalog.path(number) + ": " + why + ", renamed to " + to.getFileName());
    }

    private static boolean isZero(Path path) throws IOException {
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ)) {
            ByteBuffer b = ByteBuffer.allocate(64 << 10);
            for (long at = 0; file.read(b.clear(), at) > 0; at += b.limit()) {
                if (!Zeros.fill(b.flip())) {
                    return false;
                }
            }
            return true;
        }
    }

    private Result takeUp(SegmentHeader header, long next) throws IOException {
        Path path = catalog.path(header.number());
        Scan scan;
        boolean whole;
        try (SegmentFile file = new SegmentFile(path, header, new Window())) {
            long length = Math.min(file.length(), header.size());
            whole = length == header.size();
            scan = scan(file, length);
            if (!whole) {
                lostBytes += header.size() - scan.end();
                skipped.add(path + ": cut short, " + length + " of " + header.size() + " bytes are there");
            } else if (scan.damagedBytes() == 0) {
                cut(path, scan.end(), scan.contentEnd());
            }
        }
        boolean goOn = whole && scan.damagedBytes() == 0 && lostBytes == 0 && header.size() == segmentSize;
        return new Result(
                header.journalId(),
                catalog,
                goOn ? Optional.of(new Tail(path, header, scan.end())) : Optional.empty(),
                blank,
                next,
                header.position(scan.end()) + lostBytes,
                Math.max(scan.latestNanos(), header.latestBeforeNanos()),
                skipped);
    }

    /** Walks all records. Behind a stretch that cannot be read there may be more: then it is damage, and no torn end. */
    private Scan scan(SegmentFile file, long length) throws IOException {
        long latest = SegmentHeader.NO_TIME;
        long damaged = 0;
        long at = SegmentHeader.LENGTH;
        while (true) {
            for (int frame = file.recordAt(at, length); frame > 0; frame = file.recordAt(at, length)) {
                latest = Math.max(latest, file.bytes().getLong(file.index(at) + RecordFormat.TIME));
                at += frame;
            }
            long contentEnd = file.endOfContent(at);
            long resumed = contentEnd == at ? length : file.nextRecord(at, length);
            if (resumed >= length) {
                return new Scan(at, contentEnd, damaged, latest);
            }
            damaged += resumed - at;
            skipped.add(file.path() + ": " + (resumed - at) + " bytes at " + at + " cannot be read");
            at = resumed;
        }
    }

    /** Zeros what is behind the last record, so that nothing there can ever be taken for one. */
    private void cut(Path path, long end, long contentEnd) throws IOException {
        if (contentEnd == end) {
            return;
        }
        Path copy = Quarantine.part(path, end, contentEnd);
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.WRITE)) {
            ByteBuffer zeros = ByteBuffer.allocate(64 << 10);
            for (long at = end; at < contentEnd; ) {
                zeros.clear().limit((int) Math.min(zeros.capacity(), contentEnd - at));
                at += file.write(zeros, at);
            }
            file.force(true);
        }
        skipped.add(path + ": torn end of " + (contentEnd - end) + " bytes at " + end + " cut, copied to "
                + copy.getFileName());
    }
}
