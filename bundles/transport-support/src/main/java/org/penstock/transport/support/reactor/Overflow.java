package org.penstock.transport.support.reactor;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.List;
import org.penstock.transport.support.Backlog;
import org.penstock.transport.support.ChannelSocket;
import org.penstock.transport.support.LiveSocket;
import org.penstock.transport.support.ReadSupply;

/**
 * A socket that takes a little more than there is room for: the strand writes what the system takes at once, and what it
 * does not, up to {@link #MOST_BYTES}, a reactor writes as soon as there is room, whatever the strand does meanwhile.
 *
 * <p>Threads: {@link #drain} on the reactor, all else on the strand. Who may write is always clear: the reactor while
 * something is {@link #isPending}, else the strand.
 */
final class Overflow implements LiveSocket {
    /** What is copied is copied once, and a socket that is full takes no more memory than this. */
    static final int MOST_BYTES = Backlog.PIECE_BYTES;

    private final SocketChannel channel;
    private final LiveSocket socket;
    private final Runnable waits;
    private final int spin;
    private final Backlog kept; // the reactor's while pending
    private volatile boolean pending;
    private volatile boolean shutAfterwards;

    /** @param waits run when there is something to {@link #drain} */
    Overflow(SocketChannel channel, ReadSupply supply, Runnable waits) {
        this.channel = channel;
        this.socket = new ChannelSocket(channel);
        this.waits = waits;
        this.spin = supply.writes().spin();
        this.kept = new Backlog(supply, MOST_BYTES);
    }

    boolean isPending() {
        return pending;
    }

    /** Writes what there is room for; true: nothing is left. */
    boolean drain() throws IOException {
        if (!kept.drain(socket, spin)) {
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
        return write(b, 1);
    }

    @Override
    public int write(ByteBuffer b, int tries) throws IOException {
        if (pending) {
            return 0;
        }
        int taken = socket.write(b, tries);
        return b.hasRemaining() ? taken + keep(b) : taken;
    }

    private int keep(ByteBuffer b) {
        kept.reclaim();
        int n = kept.copy(b);
        if (n > 0) {
            pending = true;
            waits.run();
        }
        return n;
    }

    /** Gives the memory back where nothing is on its way. */
    void reclaim() {
        if (!pending) {
            kept.reclaim();
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
        return kept.takeAll();
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
