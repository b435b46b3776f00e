package org.penstock.journal.tck;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import org.penstock.journal.api.Segment;
import org.penstock.journal.api.Storage;

/** A storage with one flaw. */
final class FlawedStorage implements Storage {
    private final Flaw flaw;

    /** What is wrong with it. */
    enum Flaw {
        NONE,
        MAKES_HOLES,
        LETS_OTHERS_READ,
        TAKES_A_FILE_THAT_EXISTS,
        LEAVES_HALF_A_FILE,
        MAKES_THE_FILE_TOO_SHORT,
        OPENS_WHAT_IS_NOT_THERE,
        WRITES_IN_THE_WRONG_PLACE,
        WRITES_TO_THE_BUFFERS_END,
        WRITES_WHEN_CLOSED,
        GROWS_THE_FILE,
        READS_ZERO_AT_THE_END,
        CANNOT_BE_CLOSED_TWICE,
        KEEPS_DESCRIPTORS,
        ALIGNS_TO_THREE
    }

    FlawedStorage(Flaw flaw) {
        this.flaw = flaw;
    }

    private boolean is(Flaw one) {
        return flaw == one;
    }

    @Override
    public Segment create(Path path, long size) throws IOException {
        if (Files.exists(path) && !is(Flaw.TAKES_A_FILE_THAT_EXISTS)) {
            throw new FileAlreadyExistsException(path.toString());
        }
        FileChannel file =
                FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        try {
            long length = is(Flaw.MAKES_THE_FILE_TOO_SHORT) ? size - 1 : size;
            if (is(Flaw.MAKES_HOLES)) {
                file.write(ByteBuffer.allocate(1), length - 1);
            } else {
                file.write(ByteBuffer.allocate((int) length), 0);
            }
            Files.setPosixFilePermissions(
                    path, PosixFilePermissions.fromString(is(Flaw.LETS_OTHERS_READ) ? "rw-r--r--" : "rw-------"));
            return new FlawedSegment(file, size);
        } catch (IOException e) {
            file.close();
            if (!is(Flaw.LEAVES_HALF_A_FILE)) {
                Files.delete(path);
            }
            throw e;
        }
    }

    @Override
    public Segment open(Path path) throws IOException {
        if (!Files.exists(path) && !is(Flaw.OPENS_WHAT_IS_NOT_THERE)) {
            throw new NoSuchFileException(path.toString());
        }
        FileChannel file =
                FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        return new FlawedSegment(file, file.size());
    }

    @Override
    public int alignment() {
        return is(Flaw.ALIGNS_TO_THREE) ? 3 : 1;
    }

    private final class FlawedSegment implements Segment {
        private final FileChannel file;
        private final long size;
        private boolean closed;

        FlawedSegment(FileChannel file, long size) {
            this.file = file;
            this.size = size;
        }

        @Override
        public long size() {
            return size;
        }

        @Override
        public void write(long at, ByteBuffer b) throws IOException {
            check(is(Flaw.WRITES_WHEN_CLOSED));
            if (at + b.remaining() > size && !is(Flaw.GROWS_THE_FILE)) {
                throw new IllegalArgumentException("behind the end");
            }
            ByteBuffer from = is(Flaw.WRITES_TO_THE_BUFFERS_END) ? b.limit(b.capacity()) : b;
            file.write(from, is(Flaw.WRITES_IN_THE_WRONG_PLACE) ? 0 : at);
        }

        private void check(boolean anyway) throws IOException {
            if (closed && !anyway) {
                throw new IOException("closed");
            }
        }

        @Override
        public void sync() throws IOException {
            check(false);
        }

        @Override
        public int read(long at, ByteBuffer b) throws IOException {
            check(false);
            int n = file.read(b, at);
            return is(Flaw.READS_ZERO_AT_THE_END) ? Math.max(n, 0) : n;
        }

        @Override
        public void close() throws IOException {
            check(!is(Flaw.CANNOT_BE_CLOSED_TWICE));
            closed = true;
            boolean keep = is(Flaw.KEEPS_DESCRIPTORS) || is(Flaw.WRITES_WHEN_CLOSED);
            if (!keep) {
                file.close();
            }
        }
    }
}
