package org.penstock.transport.nio;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.penstock.transport.api.BufferPool;
import org.penstock.transport.api.Strand;
import org.penstock.transport.api.Transport;
import org.penstock.transport.api.TransportOptions;
import org.penstock.transport.api.TransportTraits;
import org.penstock.transport.support.OpenStrands;
import org.penstock.transport.support.Poller;

/** One loop, one thread and one selector a strand; who wants more cores opens more strands. */
@Component(immediate = true, property = Transport.NAME + "=" + NioTransport.NAME)
public final class NioTransport implements Transport {
    static final String NAME = "nio";

    private static final TransportTraits TRAITS =
            new TransportTraits(NAME, "one loop a strand does everything for both sides", 1, true);

    private final OpenStrands strands = new OpenStrands();
    private final Poller.Select select;

    public NioTransport() {
        this(Poller::select);
    }

    NioTransport(Poller.Select select) {
        this.select = select;
    }

    @Override
    public TransportTraits traits() {
        return TRAITS;
    }

    @Override
    public Strand open(BufferPool pool, TransportOptions options) {
        return strands.add(() -> NioStrand.start(pool, options, select));
    }

    /** Its users have moved away when the service was unregistered; what is left now is closed. */
    @Deactivate
    public void deactivate() {
        strands.closeAll();
    }
}
