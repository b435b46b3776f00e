package org.penstock.journal.core;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.penstock.journal.api.JournalEntry;
import org.penstock.journal.api.JournalReader;
import org.penstock.journal.api.Start;

/**
 * Walks the records of a directory's segments, which another may be writing, and tails them.
 *
 * <p>A segment ends where the next begins: by that one's first position, whatever else is in the file behind. As long as
 * there is no next one, what cannot be read is not there yet; once there is, it is damage.
 *
 * <p>Threads: one at a time.
 */
final class DirectoryReader implements JournalReader {
    /** All that is in the files may be read: what a reader in another process goes by. */
    static final LongSupplier EVERYTHING = () -> Long.MAX_VALUE;

    /** How far behind the last record it looks for another, besides the longest record. */
    private static final long LOOK_AHEAD = 256 << 10;

    private static final long UNKNOWN = Long.MAX_VALUE;

    private final Start from;
    private final LongSupplier readable;
    private final SegmentIndex index;
    private final Window window = new Window();
    private final Place place = new Place();
    private SegmentFile segment;
    private SegmentIndex.Located next;

    /** Where the next entry is looked for, and what is passed over on the way. */
    private static final class Place {
        long position;
        long fromPosition = Long.MIN_VALUE;
        long fromTime = Long.MIN_VALUE;
        long lookedAhead;
    }

    private DirectoryReader(Path directory, Start from, LongSupplier readable) {
        this.index = new SegmentIndex(directory);
        this.from = from;
        this.readable = readable;
    }

    /** @param readable where records end that may be read now */
    static DirectoryReader open(Path directory, Start from, LongSupplier readable) throws IOException {
        boolean atKnownEnd = from instanceof Start.Newest && readable != EVERYTHING;
        Start start = atKnownEnd ? new Start.At(readable.getAsLong()) : from;
        DirectoryReader reader = new DirectoryReader(directory, start, readable);
        boolean begun = reader.begin();
        return begun || !(start instanceof Start.Newest)
                ? reader
                : new DirectoryReader(directory, new Start.Oldest(), readable); // all that comes is new
    }

    /** Finds the first segment; false: there is none yet. */
    private boolean begin() throws IOException {
        Optional<SegmentIndex.Located> first = find();
        if (first.isEmpty()) {
            return false;
        }
        enter(first.get());
        if (from instanceof Start.At at) {
            place.fromPosition = at.position();
            seek(at.position());
        } else if (from instanceof Start.AtTime at) {
            place.fromTime = at.timeNanos();
        } else if (from instanceof Start.Newest) {
            skipAll();
        }
        return true;
    }

    private Optional<SegmentIndex.Located> find() throws IOException {
        if (from instanceof Start.At at) {
            return index.last(header -> header.firstPosition() <= at.position());
        } else if (from instanceof Start.AtTime at) {
            return index.last(header -> header.latestBeforeNanos() < at.timeNanos());
        }
        return index.last(header -> from instanceof Start.Newest);
    }

    private void enter(SegmentIndex.Located located) throws IOException {
        close();
        segment = new SegmentFile(located.path(), located.header(), window);
        place.lookedAhead = 0;
        next = index.after(located.header()).orElse(null); // behind its beginning nothing here counts
        place.position = Math.max(place.position, located.header().firstPosition());
    }

    /** Goes to the position at once if a record begins there; if none does, the way there is walked. */
    private void seek(long position) throws IOException {
        SegmentHeader header = segment.header();
        boolean inside = position >= header.firstPosition() && header.offset(position) < header.size();
        if (inside && segment.recordAt(header.offset(position), limit()) > 0) {
            place.position = position;
        }
    }

    /** Goes behind the last record, whatever before it cannot be read. */
    private void skipAll() throws IOException {
        SegmentHeader header = segment.header();
        long offset = header.offset(place.position);
        for (long next = offset; next < nearby(offset); next = segment.nextRecord(offset, nearby(offset))) {
            offset = next;
            for (int frame = -1; frame != 0; offset += frame) {
                frame = segment.recordAt(offset, limit());
            }
        }
        place.position = header.position(offset);
    }

    /** How far from there a record follows if one does: writers do not leave gaps. */
    private long nearby(long offset) {
        return Math.min(limit(), offset + LOOK_AHEAD + segment.header().longestPayload());
    }

    @Override
    public JournalEntry next() throws IOException {
        while (place.position < readable.getAsLong() && (segment != null || begin())) {
            JournalEntry entry;
            try {
                entry = look();
            } catch (NoSuchFileException e) {
                entry = gone();
            }
            if (entry == null && next == null) {
                return null;
            }
            if (entry != null && wanted(entry)) {
                return entry;
            }
        }
        return null;
    }

    /** The entry at the position; null: there is none here, and a next segment if one is known. */
    private JournalEntry look() throws IOException {
        while (place.position >= end()) {
            enter(next);
        }
        long offset = segment.header().offset(place.position);
        int frame = segment.recordAt(offset, limit());
        if (frame > 0) {
            place.position += frame;
            return record(offset);
        }
        if (next == null) {
            next = index.after(segment.header()).orElse(null);
            if (next != null) {
                return null; // and now it is known where this one ends
            }
        }
        return next == null && readable == EVERYTHING ? nothingYet(offset) : damage(offset, limit());
    }

    private long end() {
        return next == null ? UNKNOWN : next.header().firstPosition();
    }

    private long limit() {
        long end = Math.min(end(), readable.getAsLong());
        SegmentHeader header = segment.header();
        return end >= header.position(header.size()) ? header.size() : header.offset(end);
    }

    private JournalEntry.Record record(long offset) {
        ByteBuffer bytes = segment.bytes();
        int at = segment.index(offset);
        ByteBuffer payload = bytes.slice(at + RecordFormat.PAYLOAD, bytes.getInt(at + RecordFormat.LENGTH));
        return new JournalEntry.Record(
                segment.header().position(offset),
                bytes.getShort(at + RecordFormat.TYPE) & 0xffff,
                bytes.getLong(at + RecordFormat.TIME),
                payload.asReadOnlyBuffer());
    }

    /** Unless a whole record follows not far from here. */
    private JournalEntry nothingYet(long offset) throws IOException {
        long limit = nearby(offset);
        if (place.lookedAhead != offset && segment.nextRecord(offset, limit) < limit) {
            return segment.recordAt(offset, limit()) > 0 ? null : damage(offset, limit);
        }
        place.lookedAhead = offset;
        long length = segment.length();
        if (length < segment.header().size()) {
            throw new IOException(segment.path() + " is cut short: " + length + " of "
                    + segment.header().size() + " bytes are there");
        }
        return null;
    }

    private JournalEntry damage(long offset, long limit) throws IOException {
        long resumed = segment.nextRecord(offset, limit);
        long to = resumed < limit ? segment.header().position(resumed) : Math.min(end(), readable.getAsLong());
        return stretch(to, resumed < limit ? unreadable(offset) : lostUpToNext(offset));
    }

    private String unreadable(long offset) {
        return segment.path() + " cannot be read at offset " + offset;
    }

    /** Where nothing more is in the segment, what was behind it was in others, or its writer has left so much out. */
    private String lostUpToNext(long offset) throws IOException {
        if (next == null) {
            return unreadable(offset);
        }
        String between = "between " + segment.path() + " and " + next.path().getFileName();
        if (next.header().number() != segment.header().number() + 1) {
            return "segments " + between + " are missing";
        }
        return segment.length() == segment.header().size() && segment.endOfContent(offset) == offset
                ? "records " + between + " are lost: when the journal was opened, a segment could not be read"
                : unreadable(offset);
    }

    /** The segment was deleted under the reader. */
    private JournalEntry gone() throws IOException {
        Path path = segment.path();
        next = index.after(segment.header()).orElse(null);
        return next == null || end() <= place.position ? null : stretch(end(), path + " was deleted");
    }

    private JournalEntry.Damage stretch(long to, String reason) {
        long start = place.position;
        place.position = to;
        return new JournalEntry.Damage(start, to - start, reason);
    }

    private boolean wanted(JournalEntry entry) {
        if (entry instanceof JournalEntry.Damage damage) {
            return damage.position() + damage.length() > place.fromPosition;
        }
        JournalEntry.Record record = (JournalEntry.Record) entry;
        if (record.position() < place.fromPosition || record.timeNanos() < place.fromTime) {
            return false;
        }
        place.fromTime = Long.MIN_VALUE; // what follows is later in the journal, whatever its clock said
        return true;
    }

    @Override
    public void close() throws IOException {
        if (segment != null) {
            segment.close();
        }
    }
}
