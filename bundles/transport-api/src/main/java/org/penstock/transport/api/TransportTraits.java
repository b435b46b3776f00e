package org.penstock.transport.api;

import java.util.Objects;

/**
 * What holds for every strand of a transport.
 *
 * @param name the service property {@link Transport#NAME}
 * @param threads how it uses threads, in a few words for the operator
 * @param strands how many strands a user with many connections does well to open: few where a strand is a loop with a
 *     thread of its own, many where a strand is only a lock that its connections share
 * @param adopts whether it takes over connections that are open elsewhere, and gives up its own; one that does not is
 *     given new ones only, and keeps them until they end
 */
public record TransportTraits(String name, String threads, int strands, boolean adopts) {
    public TransportTraits {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(threads, "threads");
        if (strands < 1) {
            throw new IllegalArgumentException("strands: " + strands + ", at least 1");
        }
    }
}
