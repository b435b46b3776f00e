package org.penstock.transport.support;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** A socket channel as it is. */
public final class ChannelSocket implements LiveSocket {
    private final SocketChannel channel;

    public ChannelSocket(SocketChannel channel) {
        this.channel = channel;
    }

    @Override
    public int read(ByteBuffer b) throws IOException {
        return channel.read(b);
    }

    @Override
    public int write(ByteBuffer b) throws IOException {
        return channel.write(b);
    }

    @Override
    public long write(ByteBuffer[] buffers, int from, int length) throws IOException {
        return channel.write(buffers, from, length);
    }

    @Override
    public void shutdownOutput() throws IOException {
        channel.shutdownOutput();
    }

    @Override
    public boolean finishConnect() throws IOException {
        return channel.finishConnect();
    }

    @Override
    public Object remoteAddress() {
        try {
            return channel.getRemoteAddress();
        } catch (IOException e) {
            return "its address"; // closed by an interrupt
        }
    }

    @Override
    public Freed free() {
        return new Freed(channel, channel.isOpen() ? null : CloseReasons.closedByInterrupt());
    }

    @Override
    public void close() {
        Sockets.closeQuietly(channel);
    }

    @Override
    public String toString() {
        return channel.toString();
    }
}
