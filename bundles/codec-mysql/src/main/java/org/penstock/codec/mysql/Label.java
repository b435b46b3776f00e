package org.penstock.codec.mysql;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.penstock.codec.api.AttributeVisitor;
import org.penstock.codec.api.CheckpointRefused;

/** A short text in the protocol's bytes, known or not, used again and again; longer ones are cut. */
final class Label {
    private final int longest;
    private byte[] bytes;
    private ByteBuffer view;
    private int length = -1; // unknown

    Label(int longest) {
        this.longest = longest;
        this.bytes = new byte[Math.min(longest, 32)];
        this.view = ByteBuffer.wrap(bytes);
    }

    boolean known() {
        return length >= 0;
    }

    int length() {
        return Math.max(length, 0);
    }

    byte at(int index) {
        return bytes[index];
    }

    void forget() {
        length = -1;
    }

    void set(byte[] from, int at, int n) {
        clear();
        int kept = Math.min(n, longest);
        room(kept);
        System.arraycopy(from, at, bytes, 0, kept);
        length = kept;
    }

    void set(Label other) {
        if (other.known()) {
            set(other.bytes, 0, other.length);
        } else {
            forget();
        }
    }

    /** Known, and empty. */
    void clear() {
        length = 0;
    }

    void append(byte b) {
        if (length < longest) {
            room(length + 1);
            bytes[length++] = b;
        }
    }

    void append(ByteBuffer in, int from, int to) {
        int n = Math.min(to - from, longest - length);
        room(length + n);
        in.get(from, bytes, length, n);
        length += n;
    }

    /** As decimal digits. */
    void number(int value) {
        clear();
        int scale = 1;
        while (value / scale >= 10) {
            scale *= 10;
        }
        for (; scale > 0; scale /= 10) {
            append((byte) ('0' + value / scale % 10));
        }
    }

    /** Shows it where there is something to be shown. */
    void show(AttributeVisitor visitor, String name) {
        if (length > 0) {
            visitor.text(name, view.limit(length).position(0));
        }
    }

    private void room(int n) {
        if (n > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.min(longest, Math.max(n, 2 * bytes.length)));
            view = ByteBuffer.wrap(bytes);
        }
    }

    void save(StateWriter out) {
        out.flag(known());
        out.bytes(bytes, length());
    }

    void load(StateReader in) throws CheckpointRefused {
        boolean known = in.flag();
        byte[] saved = in.bytes(longest);
        if (known) {
            set(saved, 0, saved.length);
        } else {
            forget();
        }
    }
}
