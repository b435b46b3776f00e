package org.penstock.benchmarks.parties.penstock;

import java.io.IOException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.Optional;
import org.penstock.benchmarks.wire.Assignment;
import org.penstock.benchmarks.wire.Role;
import org.penstock.proxy.core.session.LaneBuffers;
import org.penstock.proxy.core.session.SessionBuffers;
import org.penstock.proxy.keeper.Buffers;
import org.penstock.proxy.keeper.internal.BufferStore;
import org.penstock.transport.api.ConnectionHandler;
import org.penstock.transport.api.ParkedConnection;
import org.penstock.transport.api.Strand;
import org.penstock.transport.api.Transport;
import org.penstock.transport.api.TransportOptions;

/**
 * Accepts on a thread of its own, as the core does, and gives each connection to one strand. The system property
 * {@code penstock.bundles} names the distribution's folder of bundles, the variant names the transport.
 */
public final class PenstockServer {
    /** As docs/configuration.md has them: penstock.buffers, read.buffer; and the turn that comes of it. */
    private static final long BUDGET_BYTES = 64L << 20;

    private static final int READ_BYTES = 128 << 10;
    private static final int TURN_BYTES = 256 << 10;

    private static final int BACKLOG = 1024;

    private final Role role;
    private final Buffers store = new BufferStore(BUDGET_BYTES);
    private final LaneBuffers pool = new LaneBuffers(store);
    private final Strand strand;

    private PenstockServer(Role role, Transport transport) {
        this.role = role;
        this.strand = transport.open(pool, new TransportOptions("bench", READ_BYTES, 0, 0, TURN_BYTES));
    }

    public static void main(String[] arguments) throws Exception {
        Assignment assignment = Assignment.parse(arguments);
        BundledTransports transports = BundledTransports.start(Path.of(System.getProperty("penstock.bundles")));
        Optional<Transport> transport = transports.find(assignment.variant());
        if (transport.isEmpty()) {
            Assignment.refuse("no transport " + assignment.variant() + " is in service here; there are: "
                    + String.join(", ", transports.names()));
        }
        new PenstockServer(assignment.role(), transport.orElseThrow()).serve(assignment);
    }

    private void serve(Assignment assignment) throws IOException {
        try (ServerSocketChannel listener = ServerSocketChannel.open()) {
            listener.bind(assignment.listen(), BACKLOG);
            while (true) {
                SocketChannel client = listener.accept();
                client.configureBlocking(false);
                strand.execute(() -> strand.adopt(ParkedConnection.accepted(client), handler()));
            }
        }
    }

    private ConnectionHandler handler() {
        SessionBuffers buffers = new SessionBuffers(store);
        buffers.use(pool);
        return switch (role) {
            case ECHO -> new EchoHandler(buffers);
            case ANSWER -> new AnswerHandler(buffers);
            case DIRECTIONS -> new DirectionsHandler(buffers, strand);
            case RELAY -> throw new IllegalArgumentException("not a role of a strand alone: " + role);
        };
    }
}
