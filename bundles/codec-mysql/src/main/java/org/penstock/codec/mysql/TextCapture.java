package org.penstock.codec.mysql;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.penstock.codec.api.AttributeVisitor;
import org.penstock.codec.api.CheckpointRefused;

/**
 * The first bytes of a statement, and length and checksum of all of it where it is longer. Used again for each command; what
 * a long text made grow is given back.
 */
final class TextCapture {
    /** The longest that may be configured. */
    static final int MOST = 128 << 10;

    private static final int USUAL = 4 << 10;
    private static final byte[] NOTHING = {};

    private byte[] bytes = NOTHING;
    private ByteBuffer view = ByteBuffer.wrap(NOTHING);
    private int length;
    private int limit;
    private long total;
    private boolean summed;
    private TextDigest digest; // made with the first text that needs it

    /**
     * Begins a text.
     *
     * @param most bytes kept
     * @param longest that it can become, as far as is known by now
     */
    void begin(int most, long longest) {
        length = 0;
        total = 0;
        limit = most;
        summed = longest > most;
        if (summed) {
            digest().reset();
        }
        if (bytes.length > USUAL) {
            bytes = NOTHING;
            view = ByteBuffer.wrap(NOTHING);
        }
    }

    void plain(ByteBuffer in, int from, int to) {
        int kept = room(to - from);
        in.get(from, bytes, length, kept);
        length += kept;
        total += to - from;
        if (summed) {
            digest.plain(in, from, to);
        }
    }

    /** As many bytes, overwritten. */
    void stars(int n) {
        int kept = room(n);
        Arrays.fill(bytes, length, length + kept, (byte) '*');
        length += kept;
        total += n;
        if (summed) {
            digest.stars(n);
        }
    }

    private int room(int n) {
        int kept = Math.min(n, limit - length);
        if (length + kept > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.min(limit, Math.max(128, Math.max(2 * bytes.length, length + kept))));
            view = ByteBuffer.wrap(bytes);
        }
        return kept;
    }

    int length() {
        return length;
    }

    byte at(int index) {
        return bytes[index];
    }

    /** Whether all of the text is there. */
    boolean whole() {
        return total == length;
    }

    /** What it is, as a value that stays. */
    StatementText toText(boolean secret, boolean asks) {
        return new StatementText(Arrays.copyOf(bytes, length), total, whole() ? 0 : digest.value(), secret, asks);
    }

    void show(AttributeVisitor visitor) {
        visitor.text(Attributes.QUERY_TEXT, view.limit(length).position(0));
        if (!whole()) {
            visitor.number(Attributes.QUERY_BYTES, total);
            visitor.number(Attributes.QUERY_CRC32C, digest.value());
        }
    }

    private TextDigest digest() {
        if (digest == null) {
            digest = new TextDigest();
        }
        return digest;
    }

    void save(StateWriter out) {
        out.bytes(bytes, length);
        out.number(limit);
        out.longNumber(total);
        out.flag(summed);
        if (summed) {
            digest.save(out);
        }
    }

    void load(StateReader in) throws CheckpointRefused {
        bytes = in.bytes(MOST);
        view = ByteBuffer.wrap(bytes);
        length = bytes.length;
        limit = in.number(length, MOST);
        total = in.longNumber();
        summed = in.flag();
        if (summed) {
            digest().load(in);
        }
    }
}
