package org.penstock.benchmarks.parties.penstock;

import java.nio.ByteBuffer;
import org.penstock.benchmarks.wire.CostlyInput;
import org.penstock.benchmarks.wire.DueOutput;
import org.penstock.proxy.core.session.SessionBuffers;
import org.penstock.transport.api.CloseReason;
import org.penstock.transport.api.Connection;
import org.penstock.transport.api.ConnectionHandler;
import org.penstock.transport.api.Strand;

/**
 * Reads what is costly, and writes what is due. A thread of its own tells the strand when something is due; what is written
 * is written on the strand, as everything is, so it waits for the callback that is running.
 */
final class DirectionsHandler implements ConnectionHandler {
    private static final CloseReason DONE = new CloseReason(CloseReason.Kind.DONE, "both directions have ended");

    private final SessionBuffers buffers;
    private final Strand strand;
    private final CostlyInput input = new CostlyInput();
    private DueOutput output; // from opened on, as the next
    private Metronome metronome;
    private ByteBuffer message = ByteBuffer.allocate(0); // what is being written
    private boolean outputEnded;

    DirectionsHandler(SessionBuffers buffers, Strand strand) {
        this.buffers = buffers;
        this.strand = strand;
    }

    @Override
    public void opened(Connection c) {
        long begin = System.nanoTime();
        output = new DueOutput(begin);
        metronome = Metronome.start(begin, DueOutput.PERIOD_NANOS, () -> strand.execute(() -> write(c)));
        c.reading(true);
    }

    @Override
    public void read(Connection c, ByteBuffer b) {
        try {
            input.read(b);
        } finally {
            buffers.release(b);
        }
    }

    @Override
    public void inputEnded(Connection c) {
        metronome.stop();
        output.end(System.nanoTime());
        write(c);
    }

    @Override
    public void writable(Connection c) {
        if (outputEnded) {
            c.close(DONE);
        } else {
            c.write(message);
            write(c);
        }
    }

    /** What is due, as far as there is room. */
    private void write(Connection c) {
        while (!outputEnded && !message.hasRemaining()) {
            ByteBuffer next = output.next(System.nanoTime(), input.decoded());
            if (next == null) {
                endWhenOver(c);
                return;
            }
            message = next;
            c.write(message);
        }
        if (message.hasRemaining()) {
            c.wantWritable();
        }
    }

    private void endWhenOver(Connection c) {
        if (output.isOver()) {
            outputEnded = true;
            c.shutdownOutput();
            c.wantWritable(); // comes when all that was written is out
        }
    }

    @Override
    public void closed(Connection c, CloseReason reason) {
        if (metronome != null) {
            metronome.stop();
        }
    }
}
