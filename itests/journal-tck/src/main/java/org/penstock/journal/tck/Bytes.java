package org.penstock.journal.tck;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.penstock.journal.api.Segment;

/** Blocks of bytes in direct buffers, aligned in memory as any storage may want them. */
final class Bytes {
    private static final int PAGE = 4096;

    private Bytes() {}

    /** So many bytes, the same for the same seed, none of them zero. */
    static byte[] random(int length, long seed) {
        byte[] bytes = new byte[length];
        new Random(seed).nextBytes(bytes);
        for (int i = 0; i < length; i++) {
            bytes[i] = bytes[i] == 0 ? 1 : bytes[i];
        }
        return bytes;
    }

    static ByteBuffer direct(byte[] bytes) {
        ByteBuffer b = room(bytes.length);
        return b.put(bytes).flip();
    }

    static ByteBuffer room(int length) {
        return ByteBuffer.allocateDirect(length + 2 * PAGE).alignedSlice(PAGE).limit(length);
    }

    /** What the segment has at a place. */
    static byte[] read(Segment segment, long at, int length) throws IOException {
        ByteBuffer b = room(length);
        int n = segment.read(at, b);
        byte[] bytes = new byte[Math.max(n, 0)];
        b.flip().get(bytes);
        return bytes;
    }

    /** What the file has at a place, without the storage. */
    static byte[] inFile(Path path, long at, int length) throws IOException {
        byte[] all = Files.readAllBytes(path);
        byte[] part = new byte[length];
        System.arraycopy(all, (int) at, part, 0, length);
        return part;
    }
}
