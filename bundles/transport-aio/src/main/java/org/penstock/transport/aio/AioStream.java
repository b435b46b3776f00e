package org.penstock.transport.aio;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousSocketChannel;
import java.nio.channels.CompletionHandler;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import org.penstock.log.support.Reason;
import org.penstock.transport.api.CloseReason;
import org.penstock.transport.api.ParkedConnection;
import org.penstock.transport.support.LiveSocket;

/**
 * An asynchronous channel as a socket that is asked, and tells later where it had no answer.
 *
 * <p>An operation that is begun on its group's thread is tried there and then. One that finds nothing to read, or no room
 * to write, is pending, and would keep its buffer until the peer does something: it is emptied instead. The channel then
 * completes it, with 0 bytes, when the socket is ready, and that is told. So no buffer is kept: an idle connection costs
 * none, and what is written is not copied.
 *
 * <p>Threads: its group's, of which there is one only: so nobody completes an operation between its beginning and its
 * emptying.
 */
final class AioStream implements LiveSocket, Waiting {
    private static final ByteBuffer[] NOTHING = {ByteBuffer.allocate(0)};

    private final AioGroup group;
    private final SocketChannel none;
    private final AsynchronousSocketChannel channel;
    private final InetSocketAddress remote;
    private final Operation<Integer> read = new Operation<>(SelectionKey.OP_READ);
    private final Operation<Integer> write = new Operation<>(SelectionKey.OP_WRITE);
    private final boolean adopted;
    private Operation<?> connect; // null: connected
    private IntConsumer ready = ops -> {};
    private boolean over;

    /**
     * One that is to be connected.
     *
     * @param none stands for its socket where that cannot be had any more
     */
    static AioStream open(AioGroup group, SocketChannel none, InetSocketAddress remote) throws IOException {
        return new AioStream(group, none, group.open(), remote, false);
    }

    /** One whose socket was another object's, which is as good as closed afterwards. */
    static AioStream adopt(AioGroup group, SocketChannel none, ParkedConnection parked) throws IOException {
        InetSocketAddress remote = (InetSocketAddress) parked.channel().getRemoteAddress();
        AioStream stream = new AioStream(group, none, group.adopt(parked.channel(), remote), remote, true);
        if (parked.connecting()) {
            stream.awaitConnect();
        }
        return stream;
    }

    private AioStream(
            AioGroup group,
            SocketChannel none,
            AsynchronousSocketChannel channel,
            InetSocketAddress remote,
            boolean adopted) {
        this.group = group;
        this.none = none;
        this.channel = channel;
        this.remote = remote;
        this.adopted = adopted;
    }

    AsynchronousSocketChannel channel() {
        return channel;
    }

    /** @throws RuntimeException it cannot begin: the address has not been resolved, for example */
    void connect() {
        Operation<Void> operation = new Operation<>(SelectionKey.OP_CONNECT);
        connect = operation;
        operation.begin();
        channel.connect(remote, null, operation);
        operation.begun();
    }

    /**
     * The connect was begun by another object, and this one knows nothing of it. Writing nothing is tried at once by the
     * group's thread, and done with; begun by another thread it waits for room, and that is there with the connection.
     */
    private void awaitConnect() {
        Operation<Long> operation = new Operation<>(SelectionKey.OP_CONNECT);
        connect = operation;
        operation.begin();
        operation.begun();
        group.elsewhere(() -> channel.write(NOTHING, 0, 1, 0, TimeUnit.SECONDS, null, operation));
    }

    @Override
    public void tell(IntConsumer whom) {
        ready = whom;
    }

    /** Whatever is not pending may be tried: that is how it becomes so. */
    @Override
    public int await(int ops) {
        int pending = read.bit() | write.bit() | (connect == null ? 0 : connect.bit());
        return ops & ~pending;
    }

    @Override
    public void leave(Runnable gone) {
        over = true;
        gone.run();
    }

    @Override
    public int read(ByteBuffer b) throws IOException {
        if (read.pending) {
            return 0;
        }
        ByteBuffer view = b.duplicate();
        read.begin();
        channel.read(view, 0, TimeUnit.SECONDS, null, read);
        if (read.begun()) {
            view.limit(view.position());
            return 0;
        }
        int n = read.result();
        b.position(view.position());
        return n;
    }

    /** Until all is taken or there is no room: then it has begun to wait for it. */
    @Override
    public int write(ByteBuffer b) throws IOException {
        int start = b.position();
        ByteBuffer view = b.duplicate();
        while (view.hasRemaining() && !write.pending) {
            write.begin();
            channel.write(view, 0, TimeUnit.SECONDS, null, write);
            if (write.begun()) {
                view.limit(view.position());
            } else {
                write.result();
            }
            b.position(view.position());
        }
        return b.position() - start;
    }

    @Override
    public void shutdownOutput() throws IOException {
        channel.shutdownOutput();
    }

    @Override
    public boolean finishConnect() throws IOException {
        if (connect.pending) {
            return false;
        }
        connect.result();
        if (adopted) {
            group.finishConnect(channel);
        }
        connect = null;
        return true;
    }

    @Override
    public Object remoteAddress() {
        return remote;
    }

    @Override
    public Freed free() {
        over = true;
        try {
            return new Freed(group.free(channel, remote, connect != null), null);
        } catch (IOException e) {
            close();
            return new Freed(
                    none,
                    new CloseReason(
                            CloseReason.Kind.ENDED_BY_PROXY,
                            "its socket cannot leave transport aio: " + e.getMessage()));
        }
    }

    @Override
    public void close() {
        over = true;
        AioGroup.closeQuietly(channel);
    }

    @Override
    public String toString() {
        return channel.toString();
    }

    /** An operation, one at a time: from its beginning to its result. */
    private final class Operation<V> implements CompletionHandler<V, Void> {
        private final int op;
        private boolean pending;
        private boolean beginning;
        private int bytes;
        private Throwable failure;

        Operation(int op) {
            this.op = op;
        }

        int bit() {
            return pending ? op : 0;
        }

        void begin() {
            pending = true;
            beginning = true;
            failure = null;
        }

        /** Answers whether it is pending. */
        boolean begun() {
            beginning = false;
            return pending;
        }

        /** Of one that has been completed within its call. */
        int result() throws IOException {
            if (failure instanceof IOException e) {
                throw e;
            }
            if (failure != null) {
                throw new IOException(Reason.of(failure), failure);
            }
            return bytes;
        }

        @Override
        public void completed(V result, Void none) {
            bytes = result instanceof Integer n ? n : 0;
            done();
        }

        /** Where it was pending, the next try will fail as well, and tell why. */
        @Override
        public void failed(Throwable e, Void none) {
            failure = e;
            done();
        }

        private void done() {
            pending = false;
            if (!beginning && !over) {
                ready.accept(op);
            }
        }
    }
}
