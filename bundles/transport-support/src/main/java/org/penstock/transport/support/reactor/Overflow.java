package org.penstock.transport.support.reactor;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.List;
import org.penstock.transport.api.BufferPool;
import org.penstock.transport.support.ChannelSocket;
import org.penstock.transport.support.LiveSocket;

/**
 * A socket that takes a little more than there is room for: the strand writes what the system takes at once, and what it
 * does not, up to {@link #MOST_BYTES}, a reactor writes as soon as there is room, whatever the strand does meanwhile.
 *
 * <p>Threads: {@link #drain} on the reactor, all else on the strand. Who may write is always clear: the reactor while
 * something is {@link #isPending}, else the strand.
 */
final class Overflow implements LiveSocket {
    /** What is copied is copied once, and a socket that is full takes no more memory than this. */
    static final int MOST_BYTES = 16 * 1024;

    private final SocketChannel channel;
    private final LiveSocket socket;
    private final BufferPool pool;
    private final Runnable waits;
    private volatile boolean pending;
    private volatile boolean shutAfterwards;
    private ByteBuffer kept; // null: none; the reactor's while pending

    /** @param waits run when there is something to {@link #drain} */
    Overflow(SocketChannel channel, BufferPool pool, Runnable waits) {
        this.channel = channel;
        this.socket = new ChannelSocket(channel);
        this.pool = pool;
        this.waits = waits;
    }

    boolean isPending() {
        return pending;
    }

    /** Writes what there is room for; true: nothing is left. */
    boolean drain() throws IOException {
        channel.write(kept);
        if (kept.hasRemaining()) {
            return false;
        }
        pending = false;
        if (shutAfterwards && !pending) { // read in this order: once it is shut, nothing becomes pending any more
            channel.shutdownOutput();
        }
        return true;
    }

    @Override
    public int read(ByteBuffer b) throws IOException {
        return socket.read(b);
    }

    @Override
    public int write(ByteBuffer b) throws IOException {
        if (pending) {
            return 0;
        }
        int taken = socket.write(b);
        return b.hasRemaining() ? taken + keep(b) : taken;
    }

    private int keep(ByteBuffer b) {
        reclaim();
        kept = pool.take(MOST_BYTES);
        if (kept == null) {
            return 0;
        }
        int n = Math.min(b.remaining(), Math.min(kept.remaining(), MOST_BYTES));
        kept.put(b.slice(b.position(), n)).flip();
        b.position(b.position() + n);
        pending = true;
        waits.run();
        return n;
    }

    /** Gives the memory back where nothing is on its way. */
    void reclaim() {
        if (kept != null && !pending) {
            pool.release(kept);
            kept = null;
        }
    }

    @Override
    public void shutdownOutput() throws IOException {
        shutAfterwards = true;
        if (!pending) {
            socket.shutdownOutput(); // by the reactor too, perhaps: the second time does nothing
        }
    }

    @Override
    public boolean isFlushed() {
        return !pending;
    }

    @Override
    public boolean finishConnect() throws IOException {
        return socket.finishConnect();
    }

    @Override
    public Object remoteAddress() {
        return socket.remoteAddress();
    }

    @Override
    public List<ByteBuffer> takeUnwritten() {
        reclaim();
        if (kept == null) {
            return List.of();
        }
        ByteBuffer rest = kept;
        kept = null;
        return List.of(rest);
    }

    @Override
    public Freed free() {
        return socket.free();
    }

    @Override
    public void close() {
        socket.close();
    }

    @Override
    public String toString() {
        return socket.toString();
    }
}
