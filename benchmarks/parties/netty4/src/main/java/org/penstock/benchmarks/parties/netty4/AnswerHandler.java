package org.penstock.benchmarks.parties.netty4;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import org.penstock.benchmarks.wire.MessageScanner;

/** Answers each message. One of each channel. */
@SuppressWarnings("FutureReturnValueIgnored") // what fails closes the channel, which the client notices
final class AnswerHandler extends SimpleChannelInboundHandler<ByteBuf> {
    private MessageScanner scanner;

    @Override
    public void channelActive(ChannelHandlerContext context) {
        scanner = new MessageScanner(
                last -> context.writeAndFlush(context.alloc().buffer(1).writeByte(last), context.voidPromise()));
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, ByteBuf message) {
        scanner.scan(message.internalNioBuffer(message.readerIndex(), message.readableBytes()));
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        cause.printStackTrace();
        context.close();
    }
}
