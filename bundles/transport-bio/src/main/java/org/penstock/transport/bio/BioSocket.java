package org.penstock.transport.bio;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import org.penstock.transport.support.ReadinessConnection;
import org.penstock.transport.support.SocketDriver;

/**
 * A socket and its directions.
 *
 * <p>Threads: {@link #failed} and {@link #ended} by a direction's thread, all else on the strand.
 */
final class BioSocket implements SocketDriver {
    private static final int IN = SelectionKey.OP_READ | SelectionKey.OP_CONNECT;
    private static final int OUT = SelectionKey.OP_WRITE;

    private final BioStrand strand;
    private final SocketChannel channel;
    private ReadinessConnection connection;
    private Direction in; // null until it first has to wait
    private Direction out; // likewise
    private int running;
    private boolean leaving;

    BioSocket(BioStrand strand, SocketChannel channel) {
        this.strand = strand;
        this.channel = channel;
    }

    void serve(ReadinessConnection served) {
        connection = served;
        served.begin();
    }

    ReadinessConnection connection() {
        return connection;
    }

    void ready(int ops) {
        connection.ready(ops);
    }

    @Override
    public void interestChanged() {
        int interest = connection.interest();
        try {
            in = apply(in, interest & IN, "in");
            out = apply(out, interest & OUT, "out");
        } catch (IOException e) {
            failed(e);
        }
    }

    private Direction apply(Direction started, int interest, String name) throws IOException {
        if (started == null && interest == 0) {
            return null;
        }
        Direction direction = started;
        if (direction == null) {
            direction = strand.start(this, channel, name);
            running++;
        }
        direction.interest(interest);
        return direction;
    }

    @Override
    public void unsettled() {
        strand.soon(connection::settle);
    }

    @Override
    public void leave() {
        leaving = true;
        stop(in);
        stop(out);
        if (running == 0) {
            strand.soon(this::left);
        }
    }

    private static void stop(Direction direction) {
        if (direction != null) {
            direction.stop();
        }
    }

    /** Nobody waits for the socket any more, as somebody should. */
    void failed(IOException e) {
        strand.soon(() -> connection.fail(e));
    }

    /** The direction knows the socket no more. */
    void ended(Direction direction) {
        strand.soon(() -> {
            direction.join();
            running--;
            if (running == 0 && leaving) {
                left();
            }
        });
    }

    private void left() {
        strand.forget(this);
        connection.left();
    }
}
