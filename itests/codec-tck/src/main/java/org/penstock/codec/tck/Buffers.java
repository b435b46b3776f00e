package org.penstock.codec.tck;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/** In what a decoder may be shown bytes. */
public enum Buffers {
    /** As the proxy does. */
    DIRECT {
        @Override
        ByteBuffer around(byte[] bytes, int from, int to) {
            return ByteBuffer.allocateDirect(MARGIN + to - from + MARGIN)
                    .position(MARGIN)
                    .put(bytes, from, to - from)
                    .limit(MARGIN + to - from)
                    .position(MARGIN);
        }
    },
    /** An array with something before and behind. */
    HEAP {
        @Override
        ByteBuffer around(byte[] bytes, int from, int to) {
            byte[] array = new byte[MARGIN + to - from + MARGIN];
            System.arraycopy(bytes, from, array, MARGIN, to - from);
            return ByteBuffer.wrap(array, MARGIN, to - from);
        }
    },
    /** No array to be had, and nothing can be written. */
    READ_ONLY {
        @Override
        ByteBuffer around(byte[] bytes, int from, int to) {
            return HEAP.around(bytes, from, to).asReadOnlyBuffer();
        }
    },
    /** The other byte order. */
    LITTLE_ENDIAN {
        @Override
        ByteBuffer around(byte[] bytes, int from, int to) {
            return DIRECT.around(bytes, from, to).order(ByteOrder.LITTLE_ENDIAN);
        }
    };

    private static final int MARGIN = 7;
    private static final byte[] SPOILT = new byte[4096];

    static {
        Arrays.fill(SPOILT, (byte) 0xa5);
    }

    abstract ByteBuffer around(byte[] bytes, int from, int to);

    /** Makes what was shown useless, for those who kept it. */
    static void spoil(ByteBuffer shown) {
        if (!shown.isReadOnly()) {
            ByteBuffer all = shown.duplicate().clear();
            while (all.hasRemaining()) {
                all.put(SPOILT, 0, Math.min(SPOILT.length, all.remaining()));
            }
        }
    }
}
