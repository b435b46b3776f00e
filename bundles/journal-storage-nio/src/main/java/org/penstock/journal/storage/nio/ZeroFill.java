package org.penstock.journal.storage.nio;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Fills a new file with zeros: written, not only sized, since blocks given later would cost each sync an entry in the file
 * system's own journal.
 *
 * <p>Past the page cache where that is possible. Nobody reads these zeros, so their pages would be made and copied for
 * nothing, which is the larger part of what making a file costs, and push out others.
 *
 * <p>Threads: any; the memory is never written.
 */
final class ZeroFill {
    private static final int BYTES = 1 << 20;
    private static final Optional<OpenOption> PAST_THE_CACHE = pastTheCache();

    private final ByteBuffer zeros;

    /** @param blockBytes a power of two up to 1 MiB: what is written past the cache begins and ends with a block */
    ZeroFill(int blockBytes) {
        ByteBuffer memory = ByteBuffer.allocateDirect(BYTES + blockBytes).alignedSlice(blockBytes);
        zeros = memory.slice(0, BYTES).asReadOnlyBuffer();
    }

    /**
     * Writes {@code size} zeros from the beginning on; nothing is synced.
     *
     * @param channel open for writing, of the file at {@code path}
     */
    void fill(Path path, FileChannel channel, long size) throws IOException {
        long blocks = PAST_THE_CACHE.isPresent() ? blocks(path, size) : 0;
        if (blocks > 0 && wentDirectly(path, blocks)) {
            write(channel, blocks, size);
        } else {
            write(channel, 0, size);
        }
    }

    /** The part of the size that is whole blocks of this file system; 0 where their size is not known. */
    private static long blocks(Path path, long size) {
        long block;
        try {
            block = Files.getFileStore(path).getBlockSize();
        } catch (IOException | UnsupportedOperationException e) {
            return 0; // below a chroot, for one, the file system is not found among those mounted
        }
        return block <= 0 || BYTES % block != 0 ? 0 : size - size % block;
    }

    /**
     * Not all file systems can, and some say so only when they are written to. What went wrong besides, the way through the
     * cache tells.
     */
    private boolean wentDirectly(Path path, long size) {
        try (FileChannel direct = FileChannel.open(path, StandardOpenOption.WRITE, PAST_THE_CACHE.orElseThrow())) {
            write(direct, 0, size);
            return true;
        } catch (IOException | UnsupportedOperationException e) {
            return false;
        }
    }

    private void write(FileChannel channel, long from, long to) throws IOException {
        ByteBuffer some = zeros.duplicate();
        for (long at = from; at < to; ) {
            some.clear().limit((int) Math.min(some.capacity(), to - at));
            at += channel.write(some, at);
        }
    }

    /** Looked for by name: the option is the JDK's own, and not every framework lets bundles import its package. */
    private static Optional<OpenOption> pastTheCache() {
        try {
            Object[] options = ClassLoader.getPlatformClassLoader()
                    .loadClass("com.sun.nio.file.ExtendedOpenOption")
                    .getEnumConstants();
            return Stream.of(options)
                    .filter(option -> option.toString().equals("DIRECT"))
                    .map(OpenOption.class::cast)
                    .findFirst();
        } catch (ClassNotFoundException e) {
            return Optional.empty();
        }
    }
}
