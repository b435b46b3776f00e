package org.penstock.benchmarks.relay;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import org.penstock.benchmarks.loop.Ready;

/** One of the two connections of a relayed pair, with what its peer could not write to it yet. The loop's thread. */
final class End implements Ready {
    private final SocketChannel channel;
    private final SelectionKey key;
    private End other;
    private ByteBuffer unwritten; // null: nothing
    private boolean inputEnded;

    private End(Selector selector, SocketChannel channel) throws IOException {
        this.channel = channel;
        channel.configureBlocking(false);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        this.key = channel.register(selector, 0, this);
    }

    /** Begins a pair: connects to the server, and reads from the client when that is done. */
    static void connect(Selector selector, SocketChannel client, InetSocketAddress server) throws IOException {
        End near = new End(selector, client);
        End far = new End(selector, SocketChannel.open());
        near.other = far;
        far.other = near;
        try {
            if (far.channel.connect(server)) {
                far.connected();
            } else {
                far.key.interestOps(SelectionKey.OP_CONNECT);
            }
        } catch (IOException e) {
            far.closeBoth();
        }
    }

    @Override
    public void ready(ByteBuffer buffer) {
        try {
            if (key.isValid() && key.isReadable()) {
                relay(buffer);
            }
            if (key.isValid() && key.isWritable()) {
                flush();
            }
            if (key.isValid() && key.isConnectable() && channel.finishConnect()) {
                connected();
            }
        } catch (IOException e) {
            closeBoth();
        }
    }

    private void connected() {
        key.interestOps(SelectionKey.OP_READ);
        other.key.interestOps(SelectionKey.OP_READ);
    }

    private void relay(ByteBuffer buffer) throws IOException {
        buffer.clear();
        if (channel.read(buffer) < 0) {
            inputEnded = true;
            key.interestOpsAnd(~SelectionKey.OP_READ);
            other.finish();
            return;
        }
        buffer.flip();
        other.channel.write(buffer);
        if (buffer.hasRemaining()) {
            key.interestOpsAnd(~SelectionKey.OP_READ);
            other.keep(buffer);
        }
    }

    private void keep(ByteBuffer rest) {
        unwritten = ByteBuffer.allocateDirect(rest.remaining()).put(rest).flip();
        key.interestOpsOr(SelectionKey.OP_WRITE);
    }

    private void flush() throws IOException {
        channel.write(unwritten);
        if (!unwritten.hasRemaining()) {
            unwritten = null;
            key.interestOpsAnd(~SelectionKey.OP_WRITE);
            other.key.interestOpsOr(SelectionKey.OP_READ);
        }
    }

    /** The other end's input is over, and it reads only when nothing is unwritten: so everything is written. */
    private void finish() throws IOException {
        if (inputEnded) {
            closeBoth();
        } else {
            channel.shutdownOutput();
        }
    }

    private void closeBoth() {
        close(channel);
        close(other.channel);
    }

    private static void close(SocketChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            // its descriptor is gone all the same
        }
    }
}
