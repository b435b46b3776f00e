package org.penstock.benchmarks.loop;

import java.nio.ByteBuffer;

/** What a socket of a {@link ServerLoop} is registered with. */
@FunctionalInterface
public interface Ready {
    /**
     * The socket is ready. On the loop's thread; does not throw.
     *
     * @param buffer everybody's, for as long as the call lasts
     */
    void ready(ByteBuffer buffer);
}
