package org.penstock.benchmarks.parties.netty4;

import io.netty.channel.IoHandlerFactory;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.channel.uring.IoUring;
import io.netty.channel.uring.IoUringIoHandler;
import io.netty.channel.uring.IoUringServerSocketChannel;
import io.netty.channel.uring.IoUringSocketChannel;
import java.util.Optional;

/**
 * One of Netty's ways to do I/O.
 *
 * @param handler of its event loops
 * @param server its listening channel
 * @param client its connecting channel
 * @param missing why this machine cannot; empty when it can
 */
record Io(
        IoHandlerFactory handler,
        Class<? extends ServerSocketChannel> server,
        Class<? extends SocketChannel> client,
        Optional<Throwable> missing) {
    static Io of(String name) {
        return switch (name) {
            case "nio" ->
                new Io(
                        NioIoHandler.newFactory(),
                        NioServerSocketChannel.class,
                        NioSocketChannel.class,
                        Optional.empty());
            case "epoll" -> epoll();
            case "io_uring" -> uring();
            default -> throw new IllegalArgumentException(name);
        };
    }

    private static Io epoll() {
        return new Io(
                EpollIoHandler.newFactory(),
                EpollServerSocketChannel.class,
                EpollSocketChannel.class,
                Optional.ofNullable(Epoll.unavailabilityCause()));
    }

    private static Io uring() {
        return new Io(
                IoUringIoHandler.newFactory(),
                IoUringServerSocketChannel.class,
                IoUringSocketChannel.class,
                Optional.ofNullable(IoUring.unavailabilityCause()));
    }
}
