package org.penstock.journal.core;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Finds records in one segment's file, which another may be writing.
 *
 * <p>Threads: one at a time. An interrupt closes the file under the caller; the next call opens it again.
 *
 * <p>Units: places are byte offsets in the file. Reads by position only, never a mapping.
 */
final class SegmentFile implements Closeable {
    private final Path path;
    private final SegmentHeader header;
    private final int salt;
    private final Window window;
    private FileChannel channel;

    /** @param window lent until this is closed */
    SegmentFile(Path path, SegmentHeader header, Window window) {
        this.path = path;
        this.header = header;
        this.salt = header.salt();
        this.window = window;
        window.forget();
    }

    /** What a file's first block says. */
    static SegmentHeader.Found header(Path path) throws IOException {
        ByteBuffer block = ByteBuffer.allocate(SegmentHeader.LENGTH);
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ)) {
            for (int n = 0; n >= 0 && block.hasRemaining(); ) {
                n = file.read(block, block.position());
            }
        }
        SegmentHeader.Found found = SegmentHeader.decode(block.flip());
        return found instanceof SegmentHeader.Used used
                        && used.header().number() != SegmentName.number(path).orElse(-1)
                ? new SegmentHeader.Bad("it is segment " + used.header().number() + " by its header")
                : found;
    }

    Path path() {
        return path;
    }

    SegmentHeader header() {
        return header;
    }

    /** How long the file is now. */
    long length() throws IOException {
        return open().size();
    }

    /**
     * Looks for a record.
     *
     * @param limit where the segment's records end
     * @return the record's length with header and padding, 0: there is none (yet)
     */
    int recordAt(long offset, long limit) throws IOException {
        int frame = frameAt(offset, limit);
        if (frame == 0) {
            window.forget(); // what was read may be older than the record
            frame = frameAt(offset, limit);
        }
        return frame;
    }

    private int frameAt(long offset, long limit) throws IOException {
        if (limit - offset < RecordFormat.PAYLOAD) {
            return 0;
        }
        int at = window.load(open(), offset, RecordFormat.PAYLOAD);
        if (at < 0) {
            return 0;
        }
        int length = window.bytes().getInt(at + RecordFormat.LENGTH);
        if (length < 0 || length > header.longestPayload() || RecordFormat.frame(length) > limit - offset) {
            return 0;
        }
        int frame = RecordFormat.frame(length);
        at = window.load(open(), offset, frame);
        return at >= 0 && window.holds(at, at + frame, header.position(offset), salt) ? frame : 0;
    }

    /** Where the next whole record begins, from {@code offset} on; {@code limit}: there is none. */
    long nextRecord(long offset, long limit) throws IOException {
        for (long at = offset; limit - at >= RecordFormat.PAYLOAD; at += RecordFormat.ALIGNMENT) {
            int i = window.load(open(), at, RecordFormat.PAYLOAD);
            if (i < 0) {
                return limit;
            }
            boolean place = window.bytes().getLong(i + RecordFormat.POSITION) == header.position(at);
            if (place && frameAt(at, limit) > 0) {
                return at;
            }
        }
        return limit;
    }

    /** Behind the last byte that is not zero, from {@code offset} to the file's end; {@code offset}: all are. */
    long endOfContent(long offset) throws IOException {
        long end = offset;
        for (long at = offset; window.load(open(), at, 1) >= 0; at = window.end()) {
            int from = window.index(at);
            int behind = Zeros.endOfContent(window.bytes(), from);
            if (behind > from) {
                end = at + behind - from;
            }
        }
        return end;
    }

    /** The bytes of the file, for fields and payload of the record last found at {@code offset}. */
    ByteBuffer bytes() {
        return window.bytes();
    }

    /** Where {@code offset} is in {@link #bytes()}. */
    int index(long offset) {
        return window.index(offset);
    }

    private FileChannel open() throws IOException {
        if (channel == null || !channel.isOpen()) {
            channel = FileChannel.open(path, StandardOpenOption.READ);
        }
        return channel;
    }

    @Override
    public void close() throws IOException {
        if (channel != null) {
            channel.close();
        }
    }
}
