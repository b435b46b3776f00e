package org.penstock.codec.mysql;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.penstock.codec.api.CheckpointRefused;

/**
 * CRC32C of a text that passes in pieces. The JDK's own has no way to go on from a value, so after a checkpoint what comes
 * is summed apart and put together with what was.
 */
final class TextDigest {
    /** What a masked byte counts as. */
    private static final byte[] STARS = new byte[256];

    static {
        Arrays.fill(STARS, (byte) '*');
    }

    private final CRC32C crc = new CRC32C();
    private int before;
    private long since;

    void reset() {
        crc.reset();
        before = 0;
        since = 0;
    }

    void plain(ByteBuffer in, int from, int to) {
        int position = in.position();
        int limit = in.limit();
        in.limit(to).position(from);
        crc.update(in);
        in.limit(limit).position(position);
        since += to - from;
    }

    void stars(int n) {
        for (int left = n; left > 0; left -= STARS.length) {
            crc.update(STARS, 0, Math.min(left, STARS.length));
        }
        since += n;
    }

    /** Of everything since the last reset, as an unsigned number. */
    long value() {
        return Crc32cCombine.combine(before, (int) crc.getValue(), since) & 0xffff_ffffL;
    }

    void save(StateWriter out) {
        out.number((int) value());
    }

    void load(StateReader in) throws CheckpointRefused {
        reset();
        before = in.number();
    }
}
