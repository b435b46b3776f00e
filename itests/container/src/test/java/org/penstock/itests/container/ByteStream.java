package org.penstock.itests.container;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.function.BooleanSupplier;

/**
 * A stream of pieces whose bytes each follow from a seed and their place: one lost, doubled or out of place is seen where it
 * happens.
 */
final class ByteStream {
    private static final int PIECE = 16 << 10;
    private static final long GOLDEN = 0x9e3779b97f4a7c15L;

    private final long seed;

    ByteStream(long seed) {
        this.seed = seed;
    }

    private byte[] piece(long number) {
        byte[] bytes = new byte[PIECE];
        for (int i = 0; i < PIECE; i++) {
            long at = number * PIECE + i;
            bytes[i] = (byte) (((at >>> 3) ^ seed) * GOLDEN >>> ((at & 7) << 3));
        }
        return bytes;
    }

    /** Sends pieces until it is to stop, and the end; answers how many. */
    long send(DataOutputStream out, BooleanSupplier stop) throws IOException {
        long pieces = 0;
        while (!stop.getAsBoolean()) {
            out.writeBoolean(true);
            out.write(piece(pieces++));
        }
        out.writeBoolean(false);
        out.flush();
        return pieces;
    }

    /** Receives up to the end; answers how many pieces, and tells of each as it comes. */
    long receive(DataInputStream in, Runnable onPiece) throws IOException {
        byte[] got = new byte[PIECE];
        long pieces = 0;
        while (in.readBoolean()) {
            in.readFully(got);
            byte[] expected = piece(pieces++);
            for (int i = 0; i < PIECE; i++) {
                if (got[i] != expected[i]) {
                    throw new IOException("another byte at " + i + " of piece " + pieces);
                }
            }
            onPiece.run();
        }
        return pieces;
    }
}
