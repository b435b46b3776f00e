package org.penstock.benchmarks.parties.netty3;

import org.jboss.netty.channel.Channel;
import org.jboss.netty.channel.ChannelHandlerContext;
import org.jboss.netty.channel.ChannelStateEvent;
import org.jboss.netty.channel.ExceptionEvent;
import org.jboss.netty.channel.MessageEvent;
import org.jboss.netty.channel.SimpleChannelUpstreamHandler;

/** Writes back what it reads; while the channel is not writable, it does not read, as Netty's proxy example does. */
final class EchoHandler extends SimpleChannelUpstreamHandler {
    @Override
    public void messageReceived(ChannelHandlerContext context, MessageEvent event) {
        Channel channel = event.getChannel();
        channel.write(event.getMessage());
        if (!channel.isWritable()) {
            channel.setReadable(false);
        }
    }

    @Override
    public void channelInterestChanged(ChannelHandlerContext context, ChannelStateEvent event) {
        Channel channel = event.getChannel();
        if (channel.isWritable() && !channel.isReadable()) {
            channel.setReadable(true);
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, ExceptionEvent event) {
        event.getCause().printStackTrace();
        event.getChannel().close();
    }
}
