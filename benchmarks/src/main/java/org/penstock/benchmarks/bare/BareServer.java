package org.penstock.benchmarks.bare;

import java.io.IOException;
import org.penstock.benchmarks.loop.ServerLoop;
import org.penstock.benchmarks.wire.Assignment;
import org.penstock.benchmarks.wire.Role;

/**
 * A server of one loop and no features, in the roles {@link Role#ECHO} and {@link Role#ANSWER}. For each readiness it
 * makes one read; what cannot be written at once is kept, and nothing is read until it is out.
 */
public final class BareServer {
    /** What fits into a processor's cache with what the kernel has to copy, where all that comes goes out again. */
    private static final int ECHO_BYTES = 64 << 10;

    /** What saves calls, where all that comes is only counted. */
    private static final int ANSWER_BYTES = 512 << 10;

    private BareServer() {}

    public static void main(String[] arguments) throws IOException {
        loop(Assignment.parse(arguments)).run();
    }

    public static ServerLoop loop(Assignment assignment) throws IOException {
        Role role = assignment.role();
        return new ServerLoop(
                assignment.listen(),
                role == Role.ECHO ? ECHO_BYTES : ANSWER_BYTES,
                (selector, client) -> Peer.serve(selector, client, role));
    }
}
