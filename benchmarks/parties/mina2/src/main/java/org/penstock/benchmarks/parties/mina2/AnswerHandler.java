package org.penstock.benchmarks.parties.mina2;

import org.apache.mina.core.buffer.IoBuffer;
import org.apache.mina.core.service.IoHandlerAdapter;
import org.apache.mina.core.session.AttributeKey;
import org.apache.mina.core.session.IoSession;
import org.penstock.benchmarks.wire.MessageScanner;

/** Answers each message. */
final class AnswerHandler extends IoHandlerAdapter {
    private static final AttributeKey SCANNER = new AttributeKey(AnswerHandler.class, "scanner");

    @Override
    public void sessionOpened(IoSession session) {
        session.setAttribute(SCANNER, new MessageScanner(last -> session.write(answer(last))));
    }

    private static IoBuffer answer(byte last) {
        return IoBuffer.allocate(1).put(last).flip();
    }

    @Override
    public void messageReceived(IoSession session, Object message) {
        ((MessageScanner) session.getAttribute(SCANNER)).scan(((IoBuffer) message).buf());
    }

    @Override
    public void exceptionCaught(IoSession session, Throwable cause) {
        cause.printStackTrace();
        session.closeNow();
    }
}
