package org.penstock.transport.support.reactor;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import org.penstock.transport.support.LiveSocket;
import org.penstock.transport.support.ReadSupply;
import org.penstock.transport.support.SocketSource;
import org.penstock.transport.support.Source;

/**
 * What a reactor has read of a socket and its connection has not handed over yet: a few buffers, then the end or the
 * failure of the input.
 *
 * <p>Threads: {@link #read} on the reactor, all else on the strand.
 */
final class ReadAhead implements Source {
    static final int BUFFERS = 2;

    private final SocketChannel channel;
    private final Stock stock;
    private final Slice slice;
    private final SocketSource rest; // what the strand reads itself
    private final SpscRing<ByteBuffer> filled = new SpscRing<>(BUFFERS);
    private volatile boolean stalled; // the reactor found it full
    private volatile boolean ended; // nothing comes after what is in it
    private volatile IOException failure; // set before: in this way
    private boolean alone;
    private int given;

    ReadAhead(SocketChannel channel, LiveSocket socket, Stock stock, ReadSupply supply) {
        this.channel = channel;
        this.stock = stock;
        this.slice = new Slice(supply.largestRead());
        this.rest = new SocketSource(socket, supply, () -> {}, () -> {});
    }

    /**
     * The socket is readable: reads what is there, as long as there is room.
     *
     * @param arrived run for what the strand has to look at
     * @return false: there is no sense in waiting for more, until {@code watch} is asked to
     */
    boolean read(Watch watch, Runnable arrived) {
        while (!ended && !isFull()) {
            ByteBuffer b = stock.take(watch);
            if (b == null) {
                arrived.run(); // the strand may have nothing else that makes it look whether some are missed
                return false;
            }
            b.clear().limit(Math.min(b.capacity(), slice.bytes()));
            int n = readInto(b);
            if (n <= 0) {
                stock.giveBack(b);
                if (n == 0) {
                    return true;
                }
                ended = true;
                arrived.run();
                return false;
            }
            boolean less = b.hasRemaining();
            filled.offer(b.flip());
            arrived.run();
            if (less) {
                return true;
            }
        }
        return false;
    }

    private boolean isFull() {
        if (filled.hasRoom()) {
            return false;
        }
        stalled = true;
        return !filled.hasRoom(); // or the strand has taken something before it could know
    }

    private int readInto(ByteBuffer b) {
        try {
            return channel.read(b);
        } catch (IOException e) {
            failure = e;
            return -1;
        }
    }

    /** The reactor has let go of the socket: what it has not read the strand may read itself. */
    void goOnAlone() {
        alone = true;
    }

    /** Something is here, the end perhaps. */
    boolean hasSomething() {
        return !filled.isEmpty() || ended;
    }

    /** Whether somebody is to tell the reactor that there is room; then it counts as told. */
    boolean takeStalled() {
        boolean was = stalled;
        if (was) {
            stalled = false;
        }
        return was;
    }

    @Override
    public boolean isReadable() {
        return true;
    }

    @Override
    public ByteBuffer read() throws IOException {
        boolean over = ended;
        ByteBuffer b = filled.poll();
        if (b != null) {
            given = b.remaining();
            stock.saw(given);
            return b;
        }
        if (over && failure != null) {
            throw failure;
        }
        if (over) {
            return END;
        }
        return alone ? rest.read() : null;
    }

    /** One buffer at a time is handed over, since that is what a {@link Slice} is about. */
    @Override
    public boolean hasMore() {
        return alone;
    }

    /** What was handed over took the handler so long; false: nothing was. */
    boolean took(long nanos) {
        if (given == 0) {
            return false;
        }
        slice.took(given, nanos);
        given = 0;
        return true;
    }

    boolean isSlow() {
        return slice.isSlow();
    }

    @Override
    public IOException failure() {
        return failure;
    }

    @Override
    public List<ByteBuffer> takeAll() {
        List<ByteBuffer> all = new ArrayList<>(0);
        for (ByteBuffer b; (b = filled.poll()) != null; ) {
            all.add(b);
        }
        all.addAll(rest.takeAll());
        return all;
    }
}
