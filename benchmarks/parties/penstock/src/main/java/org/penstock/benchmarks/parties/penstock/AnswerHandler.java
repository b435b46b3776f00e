package org.penstock.benchmarks.parties.penstock;

import java.nio.ByteBuffer;
import org.penstock.benchmarks.wire.MessageScanner;
import org.penstock.proxy.core.session.SessionBuffers;
import org.penstock.transport.api.CloseReason;
import org.penstock.transport.api.Connection;
import org.penstock.transport.api.ConnectionHandler;

/**
 * Answers each message. A client sends its next one after the answer: the few bytes of an answer always fit into the
 * socket, and where they do not, the client is not ours.
 */
final class AnswerHandler implements ConnectionHandler {
    private static final CloseReason DONE = new CloseReason(CloseReason.Kind.DONE, "the client has ended its output");
    private static final CloseReason NOT_OURS =
            new CloseReason(CloseReason.Kind.ENDED_BY_PROXY, "it does not read the answers");

    private final SessionBuffers buffers;
    private final ByteBuffer answer = ByteBuffer.allocateDirect(1);
    private MessageScanner scanner; // from opened on

    AnswerHandler(SessionBuffers buffers) {
        this.buffers = buffers;
    }

    @Override
    public void opened(Connection c) {
        scanner = new MessageScanner(last -> answer(c, last));
        c.reading(true);
    }

    private void answer(Connection c, byte last) {
        if (c.write(answer.clear().put(0, last)) == 0) {
            c.close(NOT_OURS);
        }
    }

    @Override
    public void read(Connection c, ByteBuffer b) {
        try {
            scanner.scan(b);
        } finally {
            buffers.release(b);
        }
    }

    @Override
    public void inputEnded(Connection c) {
        c.close(DONE);
    }

    @Override
    public void writable(Connection c) {
        // never asked for
    }

    @Override
    public void closed(Connection c, CloseReason reason) {
        // nothing is kept
    }
}
