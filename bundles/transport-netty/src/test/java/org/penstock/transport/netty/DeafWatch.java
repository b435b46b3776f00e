package org.penstock.transport.netty;

import io.netty.channel.IoEvent;
import io.netty.channel.IoRegistration;
import io.netty.channel.nio.NioIoHandle;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SocketChannel;

/** A socket in a selector that never hears of it. */
final class DeafWatch implements Watch, NioIoHandle {
    private final SocketChannel channel;
    private IoRegistration registration;

    DeafWatch(SocketChannel channel) {
        this.channel = channel;
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
        // deaf
    }

    @Override
    public void handle(IoRegistration from, IoEvent event) {
        // deaf
    }

    @Override
    public void leave() {
        registration.cancel();
    }
}
