package org.penstock.journal.core;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Puts aside what is no journal, beside the segments and under a name no segment has; deletes nothing. */
final class Quarantine {
    private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    private Quarantine() {}

    /** Renames a file. */
    static Path whole(Path file) throws IOException {
        return Files.move(file, free(file, ".corrupt"));
    }

    /** Copies the bytes of a file from an offset to another. */
    static Path part(Path file, long from, long to) throws IOException {
        Path copy = free(file, ".torn-" + from);
        try (FileChannel in = FileChannel.open(file, StandardOpenOption.READ);
                FileChannel out = FileChannel.open(
                        copy, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), OWNER_ONLY)) {
            ByteBuffer b = ByteBuffer.allocate(64 << 10);
            for (long at = from; at < to; at += b.limit()) {
                b.clear().limit((int) Math.min(b.capacity(), to - at));
                if (in.read(b, at) <= 0) {
                    throw new IOException("cannot read " + file + " at " + at);
                }
                b.flip();
                while (b.hasRemaining()) {
                    out.write(b);
                }
            }
            out.force(true);
        }
        return copy;
    }

    private static Path free(Path file, String suffix) {
        Path name = file.resolveSibling(file.getFileName() + suffix);
        for (int n = 1; Files.exists(name); n++) {
            name = file.resolveSibling(file.getFileName() + suffix + "-" + n);
        }
        return name;
    }
}
