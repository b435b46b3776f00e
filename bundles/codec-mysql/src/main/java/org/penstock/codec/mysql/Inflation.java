package org.penstock.codec.mysql;

import java.nio.ByteBuffer;
import java.util.function.Consumer;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** Takes the content out of one deflated frame after the other, piece by piece. Used again; memory of the system's until {@link #end}. */
final class Inflation {
    /**
     * What one takes, all in all: a piece of 16 KiB, a window of 32 KiB, and tables and state of the inflater's, some 10 KiB.
     *
     * <p>Source: zlib, zlib_tech "Memory Footprint".
     */
    static final int BYTES = 64 << 10;

    /** See {@link #take}. */
    static final int DAMAGED = -1;

    private static final int PIECE_BYTES = 16 << 10;
    private static final byte[] NOTHING = {};

    private final Inflater inflater = new Inflater();
    private final ByteBuffer piece = ByteBuffer.allocate(PIECE_BYTES);
    private int announced;

    /** A frame begins. */
    void begin(int contentBytes) {
        inflater.reset();
        announced = contentBytes;
    }

    /**
     * Takes the next bytes of the frame, from the position on: all of them, or as many as hold {@code most} bytes of content,
     * or some more. They have moved the position.
     *
     * @param content gets what is in them, in pieces that are lent
     * @return how many bytes of content those were; {@link #DAMAGED}: they are no part of such a frame, or of one with other
     *     content than was announced
     */
    int take(ByteBuffer in, int most, Consumer<ByteBuffer> content) {
        inflater.setInput(in);
        long begin = inflater.getBytesWritten();
        long before;
        boolean well;
        boolean enough;
        do {
            before = inflater.getBytesWritten();
            boolean sound = inflate();
            well = give(before, content) && sound;
            enough = in.hasRemaining() && inflater.getBytesWritten() - begin >= most;
        } while (well && !enough && inflater.getBytesWritten() > before);
        well &= enough || inflater.getRemaining() == 0;
        inflater.setInput(NOTHING); // nothing of what was lent is kept
        return well ? (int) (inflater.getBytesWritten() - begin) : DAMAGED;
    }

    private boolean inflate() {
        try {
            inflater.inflate(piece.array());
            return true;
        } catch (DataFormatException e) {
            return false;
        }
    }

    /** What came before damage is given, too: it must not matter how the frame was cut. */
    private boolean give(long before, Consumer<ByteBuffer> content) {
        long all = inflater.getBytesWritten();
        int most = (int) Math.min(all, announced);
        if (most > before) {
            content.accept(piece.clear().limit(most - (int) before));
        }
        return all <= announced;
    }

    /** Whether all that was announced has come, and no more. */
    boolean complete() {
        return inflater.finished() && inflater.getBytesWritten() == announced;
    }

    /** Gives its memory back. */
    void end() {
        inflater.end();
    }
}
