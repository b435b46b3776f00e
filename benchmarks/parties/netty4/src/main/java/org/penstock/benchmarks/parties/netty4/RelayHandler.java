package org.penstock.benchmarks.parties.netty4;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.SocketChannel;
import java.net.InetSocketAddress;

/**
 * A client's end of a proxied pair, as Netty's proxy example has it: both ends on one event loop. The other end is a
 * handler of this kind, too, with no server. One end reads no more while the other is not writable, and writes are
 * flushed once a turn.
 */
@SuppressWarnings("FutureReturnValueIgnored") // what fails closes the channel, which the client notices
final class RelayHandler extends ChannelInboundHandlerAdapter {
    private final Class<? extends SocketChannel> kind;
    private final InetSocketAddress server;
    private Channel other;

    RelayHandler(Class<? extends SocketChannel> kind, InetSocketAddress server) {
        this.kind = kind;
        this.server = server;
    }

    private RelayHandler(Channel client) {
        this(null, null);
        this.other = client;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        if (server == null) {
            return;
        }
        Channel client = context.channel();
        new Bootstrap()
                .group(client.eventLoop())
                .channel(kind)
                .option(ChannelOption.TCP_NODELAY, true)
                .handler(new RelayHandler(client))
                .connect(server)
                .addListener((ChannelFutureListener) connected -> {
                    if (connected.isSuccess()) {
                        other = connected.channel();
                        client.config().setAutoRead(true);
                    } else {
                        client.close();
                    }
                });
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        other.write(message, other.voidPromise());
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        other.flush();
        if (!other.isWritable()) {
            context.channel().config().setAutoRead(false);
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        if (context.channel().isWritable() && other != null) {
            other.config().setAutoRead(true);
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        if (other != null && other.isActive()) {
            other.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        cause.printStackTrace();
        context.close();
    }
}
