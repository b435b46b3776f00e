package org.penstock.benchmarks.parties.mina3;

import java.nio.ByteBuffer;
import org.apache.mina.api.AbstractIoHandler;
import org.apache.mina.api.IoSession;

/**
 * Writes back what it reads. The loop reads into the same buffer again, so what is queued has to be a copy. Nothing can
 * keep it from reading: suspending is declared, but not implemented.
 */
@SuppressWarnings("FutureReturnValueIgnored") // what fails closes the channel, which the client notices
final class EchoHandler extends AbstractIoHandler {
    @Override
    public void messageReceived(IoSession session, Object message) {
        ByteBuffer read = (ByteBuffer) message;
        session.write(ByteBuffer.allocate(read.remaining()).put(read).flip());
    }

    @Override
    public void exceptionCaught(IoSession session, Exception cause) {
        cause.printStackTrace();
        session.close(true);
    }
}
