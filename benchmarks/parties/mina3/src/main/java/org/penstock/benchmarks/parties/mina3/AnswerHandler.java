package org.penstock.benchmarks.parties.mina3;

import java.nio.ByteBuffer;
import org.apache.mina.api.AbstractIoHandler;
import org.apache.mina.api.IoSession;
import org.apache.mina.session.AttributeKey;
import org.penstock.benchmarks.wire.MessageScanner;

/** Answers each message. */
@SuppressWarnings("FutureReturnValueIgnored") // what fails closes the channel, which the client notices
final class AnswerHandler extends AbstractIoHandler {
    private static final AttributeKey<MessageScanner> SCANNER = new AttributeKey<>(MessageScanner.class, "scanner");

    @Override
    public void sessionOpened(IoSession session) {
        session.setAttribute(
                SCANNER,
                new MessageScanner(
                        last -> session.write(ByteBuffer.allocate(1).put(last).flip())));
    }

    @Override
    public void messageReceived(IoSession session, Object message) {
        session.getAttribute(SCANNER).scan((ByteBuffer) message);
    }

    @Override
    public void exceptionCaught(IoSession session, Exception cause) {
        cause.printStackTrace();
        session.close(true);
    }
}
