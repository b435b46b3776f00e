package org.penstock.transport.nio.split;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.penstock.transport.api.BufferPool;
import org.penstock.transport.api.Strand;
import org.penstock.transport.api.Transport;
import org.penstock.transport.api.TransportOptions;
import org.penstock.transport.api.TransportTraits;
import org.penstock.transport.support.OpenStrands;

/**
 * Three threads a strand: one reads its sockets, one writes to those that were full, and one calls the handlers.
 *
 * <p>So both directions of a socket progress at once, also while a handler is busy; and what a handler is given at a time
 * is bounded by how long it takes, so that one direction's cost is not the other one's delay.
 */
@Component(immediate = true, property = Transport.NAME + "=" + NioSplitTransport.NAME)
public final class NioSplitTransport implements Transport {
    static final String NAME = "nio-split";

    private static final TransportTraits TRAITS = new TransportTraits(
            NAME, "a strand has a thread that reads, one that writes and one for handlers", 1, true);

    private final OpenStrands strands = new OpenStrands();

    @Override
    public TransportTraits traits() {
        return TRAITS;
    }

    @Override
    public Strand open(BufferPool pool, TransportOptions options) {
        return strands.add(() -> SplitThreads.start(pool, options));
    }

    /** Its users have moved away when the service was unregistered; what is left now is closed. */
    @Deactivate
    public void deactivate() {
        strands.closeAll();
    }
}
