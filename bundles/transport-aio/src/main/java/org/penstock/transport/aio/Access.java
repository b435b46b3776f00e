package org.penstock.transport.aio;

import java.util.Objects;
import org.penstock.transport.support.descriptor.SocketDescriptors;

/**
 * Whether open sockets can be brought into channel groups, and out of them.
 *
 * @param descriptors by which; null: they cannot
 * @param problem why they cannot, in a line; empty where they can
 */
record Access(SocketDescriptors descriptors, String problem) {
    Access {
        Objects.requireNonNull(problem, "problem");
        if ((descriptors == null) == problem.isEmpty()) {
            throw new IllegalArgumentException("either descriptors or a problem: " + problem);
        }
    }

    static Access by(SocketDescriptors descriptors) {
        return new Access(descriptors, "");
    }

    static Access none(String problem) {
        return new Access(null, problem);
    }

    boolean isOpen() {
        return descriptors != null;
    }
}
