package org.penstock.transport.netty;

import io.netty.channel.IoEvent;
import io.netty.channel.IoRegistration;
import io.netty.channel.nio.NioIoEvent;
import io.netty.channel.nio.NioIoHandle;
import io.netty.channel.nio.NioIoOps;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SocketChannel;

/** A socket in a selector. */
final class NioWatch implements Watch, NioIoHandle {
    private final SocketChannel channel;
    private final NettySocket socket;
    private IoRegistration registration;
    private int applied;

    NioWatch(SocketChannel channel, NettySocket socket) {
        this.channel = channel;
        this.socket = socket;
    }

    @Override
    public SelectableChannel selectableChannel() {
        return channel;
    }

    @Override
    public void begin(IoRegistration registered) {
        registration = registered;
    }

    @Override
    public void await(int ops) {
        if (ops != applied) {
            applied = ops;
            registration.submit(NioIoOps.valueOf(ops));
        }
    }

    @Override
    public void handle(IoRegistration from, IoEvent event) {
        socket.ready(((NioIoEvent) event).ops().value());
    }

    /** The key is cancelled, and the next select takes it out. */
    @Override
    public void leave() {
        registration.cancel();
        socket.gone();
    }

    @Override
    public void unregistered() {
        socket.unregistered();
    }
}
