package org.penstock.benchmarks.wire;

import java.nio.ByteBuffer;

/**
 * Finds the ends of messages in a stream that is cut anywhere: four bytes of length, the highest first, and as many bytes
 * of content, at least one. The answer to a message is its last byte: a server that has lost or doubled a single byte of
 * the stream answers by another.
 *
 * <p>It looks at lengths and last bytes only, so that what is measured is a server's way to move bytes. One connection's;
 * on one thread.
 */
public final class MessageScanner {
    private static final int LENGTH_BYTES = 4;

    /** What to do with an answer. */
    @FunctionalInterface
    public interface Answers {
        void answer(byte last);
    }

    private final Answers answers;
    private int lengthMissing = LENGTH_BYTES; // bytes
    private int length; // so far
    private int contentMissing; // bytes

    public MessageScanner(Answers answers) {
        this.answers = answers;
    }

    /**
     * Consumes a buffer.
     *
     * @throws IllegalArgumentException it says a message has no content: the stream is out of step
     */
    public void scan(ByteBuffer in) {
        while (in.hasRemaining()) {
            if (lengthMissing > 0) {
                length(in.get());
            } else {
                content(in);
            }
        }
    }

    private void length(byte b) {
        length = length << 8 | b & 0xff;
        if (--lengthMissing == 0) {
            if (length <= 0) {
                throw new IllegalArgumentException("a message of " + length + " bytes");
            }
            contentMissing = length;
        }
    }

    private void content(ByteBuffer in) {
        int n = Math.min(contentMissing, in.remaining());
        in.position(in.position() + n);
        contentMissing -= n;
        if (contentMissing == 0) {
            lengthMissing = LENGTH_BYTES;
            length = 0;
            answers.answer(in.get(in.position() - 1));
        }
    }
}
