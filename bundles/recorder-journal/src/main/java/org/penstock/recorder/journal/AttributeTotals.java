package org.penstock.recorder.journal;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.penstock.codec.api.AttributeVisitor;
import org.penstock.codec.api.Exchange;

/**
 * Measures the attributes of an exchange before room is claimed for them. Used again and again by one strand; allocates
 * nothing unless an exchange has more texts than any before.
 */
final class AttributeTotals implements AttributeVisitor {
    /** However little room there is, so much of a text is kept, and attributes behind it are left out. */
    private static final int LEAST_OF_A_TEXT = 64;

    private int[] texts = new int[8];
    private int textCount;
    private long fixed;

    /** How many bytes all attributes take, none cut. */
    long measure(Exchange e) {
        textCount = 0;
        fixed = 0;
        e.attributes(this);
        return fixed + textBytes();
    }

    /** To how many bytes texts must be cut so that all fit, the short ones whole; the long ones share what they leave. */
    int textLimit(int room) {
        int[] byLength = Arrays.copyOf(texts, textCount);
        Arrays.sort(byLength);
        long left = room - fixed - (long) Integer.BYTES * textCount;
        for (int i = 0; i < textCount; i++) {
            long share = left / (textCount - i);
            if (byLength[i] > share) {
                return (int) Math.max(share, LEAST_OF_A_TEXT);
            }
            left -= byLength[i];
        }
        return Integer.MAX_VALUE;
    }

    @Override
    public void text(String name, ByteBuffer bytes) {
        text(name, bytes.remaining());
    }

    @Override
    public void text(String name, String value) {
        text(name, Utf8.length(value));
    }

    @Override
    public void number(String name, long value) {
        fixed += AttributeWriter.nameBytes(name) + AttributeWriter.NUMBER_BYTES;
    }

    private void text(String name, int length) {
        if (textCount == texts.length) {
            texts = Arrays.copyOf(texts, 2 * textCount);
        }
        texts[textCount++] = length;
        fixed += AttributeWriter.nameBytes(name) + AttributeWriter.TEXT_BYTES;
    }

    private long textBytes() {
        long bytes = 0;
        for (int i = 0; i < textCount; i++) {
            bytes += texts[i];
        }
        return bytes;
    }
}
