package org.penstock.journal.core;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.penstock.journal.api.Segment;
import org.penstock.journal.api.Storage;

/** Keeps bytes in files and syncs nothing: for tests that make thousands of them and never lose power. */
final class LazyStorage implements Storage {
    @Override
    public Segment create(Path path, long size) throws IOException {
        if (Files.exists(path)) {
            throw new FileAlreadyExistsException(path.toString());
        }
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
            file.setLength(size);
        }
        return open(path);
    }

    @Override
    public Segment open(Path path) throws IOException {
        return new Lazy(FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE));
    }

    @Override
    public int alignment() {
        return 1;
    }

    private record Lazy(FileChannel channel) implements Segment {
        @Override
        public long size() {
            try {
                return channel.size();
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        }

        @Override
        public void write(long at, ByteBuffer b) throws IOException {
            for (long to = at; b.hasRemaining(); ) {
                to += channel.write(b, to);
            }
        }

        @Override
        public void sync() {}

        @Override
        public int read(long at, ByteBuffer b) throws IOException {
            return channel.read(b, at);
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
