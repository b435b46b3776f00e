package org.penstock.benchmarks.parties.netty3;

import org.jboss.netty.buffer.ChannelBuffer;
import org.jboss.netty.buffer.ChannelBuffers;
import org.jboss.netty.channel.ChannelHandlerContext;
import org.jboss.netty.channel.ChannelStateEvent;
import org.jboss.netty.channel.Channels;
import org.jboss.netty.channel.ExceptionEvent;
import org.jboss.netty.channel.MessageEvent;
import org.jboss.netty.channel.SimpleChannelUpstreamHandler;
import org.penstock.benchmarks.wire.MessageScanner;

/** Answers each message. One of each channel. */
final class AnswerHandler extends SimpleChannelUpstreamHandler {
    private MessageScanner scanner;

    @Override
    public void channelOpen(ChannelHandlerContext context, ChannelStateEvent event) {
        scanner = new MessageScanner(
                last -> Channels.write(event.getChannel(), ChannelBuffers.wrappedBuffer(new byte[] {last})));
    }

    @Override
    public void messageReceived(ChannelHandlerContext context, MessageEvent event) {
        scanner.scan(((ChannelBuffer) event.getMessage()).toByteBuffer());
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, ExceptionEvent event) {
        event.getCause().printStackTrace();
        event.getChannel().close();
    }
}
