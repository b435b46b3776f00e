package org.penstock.transport.support;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/** Reads from the socket when asked. */
public final class SocketSource implements Source, ReadSupply.Waiting {
    private final LiveSocket socket;
    private final ReadSupply supply;
    private final Runnable readableChanged;
    private final Runnable readable;
    private final ReadSize size;
    private boolean unsupplied;
    private ByteBuffer supplied; // null: none, but for a moment
    private boolean filled;

    /**
     * All on the strand.
     *
     * @param readableChanged run when {@link #isReadable} has changed
     * @param readable run when there was no memory and there is now: who reads within this call has it
     */
    public SocketSource(LiveSocket socket, ReadSupply supply, Runnable readableChanged, Runnable readable) {
        this.socket = socket;
        this.supply = supply;
        this.readableChanged = readableChanged;
        this.readable = readable;
        this.size = new ReadSize(supply.largestRead());
    }

    @Override
    public boolean isReadable() {
        return !unsupplied;
    }

    @Override
    public ByteBuffer read() throws IOException {
        ByteBuffer b = supplied == null ? supply.take(preferredBytes()) : takeSupplied();
        if (b == null) {
            unsupplied = true;
            supply.await(this);
            readableChanged.run();
            return null;
        }
        int n = readInto(b);
        if (n <= 0) {
            return n < 0 ? END : null;
        }
        filled = !b.hasRemaining();
        size.saw(n, filled);
        return b.flip();
    }

    private int readInto(ByteBuffer b) throws IOException {
        int n = 0;
        try {
            n = socket.read(b);
            return n;
        } finally {
            if (n <= 0) {
                supply.pool().release(b);
            }
        }
    }

    @Override
    public int preferredBytes() {
        return size.next();
    }

    /** There is room: reads at once what its socket has, if it still may. */
    @Override
    public void resupplied(ByteBuffer b) {
        unsupplied = false;
        supplied = b;
        readableChanged.run();
        readable.run();
        if (supplied != null) {
            supply.pool().release(takeSupplied());
        }
    }

    private ByteBuffer takeSupplied() {
        ByteBuffer b = supplied;
        supplied = null;
        return b;
    }

    /** One read is enough for what is smaller than its buffer; a filled buffer promises more. */
    @Override
    public boolean hasMore() {
        return filled;
    }

    @Override
    public IOException failure() {
        return null;
    }

    @Override
    public List<ByteBuffer> takeAll() {
        if (unsupplied) {
            supply.forget(this);
        }
        return List.of();
    }
}
