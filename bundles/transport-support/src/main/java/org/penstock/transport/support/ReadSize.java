package org.penstock.transport.support;

/**
 * How much to ask for with the next read, judged by the last ones. Small while messages are small, so that many
 * connections share few bytes of the pool; large for bulk, so that it costs few calls.
 */
public final class ReadSize {
    static final int SMALL = 16 * 1024;

    /** So many small reads in a row halve the size; one alone says little, a bulk transfer's last read is small. */
    private static final int SMALL_READS_BEFORE_LESS = 2;

    private final int most;
    private int size;
    private int smallReads;

    public ReadSize(int most) {
        this.most = most;
        this.size = Math.min(SMALL, most);
    }

    public int next() {
        return size;
    }

    /** The last read gave {@code bytes}, and {@code filled} its buffer or not. */
    public void saw(int bytes, boolean filled) {
        if (filled) {
            smallReads = 0;
            size = Math.min(most, size * 2);
        } else if (size > SMALL) {
            shrinkAfter(bytes);
        }
    }

    private void shrinkAfter(int bytes) {
        smallReads = bytes < size / 2 ? smallReads + 1 : 0;
        if (smallReads == SMALL_READS_BEFORE_LESS) {
            smallReads = 0;
            size = Math.max(SMALL, size / 2);
        }
    }
}
