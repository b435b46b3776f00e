package org.penstock.journal.storage.nio;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import org.penstock.journal.api.Segment;

/** One file behind a channel. */
final class NioSegment implements Segment {
    private final FileChannel channel;
    private final long size;

    NioSegment(FileChannel channel, long size) {
        this.channel = channel;
        this.size = size;
    }

    @Override
    public long size() {
        return size;
    }

    @Override
    public void write(long at, ByteBuffer b) throws IOException {
        if (at < 0 || b.remaining() > size - at) {
            throw new IllegalArgumentException(b.remaining() + " bytes at " + at + " of " + size);
        }
        for (long to = at; b.hasRemaining(); ) {
            to += channel.write(b, to);
        }
    }

    @Override
    public void sync() throws IOException {
        channel.force(false);
    }

    @Override
    public int read(long at, ByteBuffer b) throws IOException {
        int before = b.position();
        int n = 0;
        while (n >= 0 && b.hasRemaining()) {
            n = channel.read(b, at + b.position() - before);
        }
        int read = b.position() - before;
        return read == 0 && n < 0 ? -1 : read;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
