package org.penstock.benchmarks.parties.mina2;

import org.apache.mina.core.buffer.IoBuffer;
import org.apache.mina.core.service.IoHandlerAdapter;
import org.apache.mina.core.session.IoSession;

/**
 * Writes back what it reads, as MINA's echo example does. MINA queues whatever is written; so that a slow reader does not
 * fill the memory, reading is suspended while much is queued. The marks are those that Netty has.
 */
final class EchoHandler extends IoHandlerAdapter {
    private static final int HIGH_WATER_BYTES = 64 << 10;
    private static final int LOW_WATER_BYTES = 32 << 10;

    @Override
    public void messageReceived(IoSession session, Object message) {
        session.write(((IoBuffer) message).duplicate());
        if (session.getScheduledWriteBytes() >= HIGH_WATER_BYTES) {
            session.suspendRead();
        }
    }

    @Override
    public void messageSent(IoSession session, Object message) {
        if (session.isReadSuspended() && session.getScheduledWriteBytes() <= LOW_WATER_BYTES) {
            session.resumeRead();
        }
    }

    @Override
    public void exceptionCaught(IoSession session, Throwable cause) {
        cause.printStackTrace();
        session.closeNow();
    }
}
