package org.penstock.transport.bio;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.penstock.transport.api.BufferPool;
import org.penstock.transport.api.Strand;
import org.penstock.transport.api.Transport;
import org.penstock.transport.api.TransportOptions;
import org.penstock.transport.api.TransportTraits;
import org.penstock.transport.support.OpenStrands;
import org.penstock.transport.support.Poller;

/**
 * A thread a direction, each waiting in a blocking call of its own.
 *
 * <p>The call is a selector's with one socket in it: it can be woken, where a blocking read could only be interrupted,
 * which closes the socket. A direction's thread and selector are made when it first has to wait: the input's when
 * reading is first on, the output's with the first write that is refused.
 *
 * <p>Platform threads, on every JDK: a virtual one that waits in a selector holds on to its carrier.
 */
@Component(immediate = true, property = Transport.NAME + "=" + BioTransport.NAME)
public final class BioTransport implements Transport {
    static final String NAME = "bio";

    /** A strand is a lock and one thread more: many of them, and few sessions wait for one another. */
    private static final int STRANDS = 16;

    private static final TransportTraits TRAITS = new TransportTraits(
            NAME, "a thread a direction, each with up to 3 descriptors of its own; one more a strand", STRANDS, true);

    private final OpenStrands strands = new OpenStrands();
    private final Poller.Select select;

    /** Waits for real. */
    public BioTransport() {
        this(Poller::select);
    }

    /** @param select how each direction waits */
    BioTransport(Poller.Select select) {
        this.select = select;
    }

    @Override
    public TransportTraits traits() {
        return TRAITS;
    }

    @Override
    public Strand open(BufferPool pool, TransportOptions options) {
        return strands.add(() -> BioStrand.start(pool, options, select));
    }

    /** Its users have moved away when the service was unregistered; what is left now is closed. */
    @Deactivate
    public void deactivate() {
        strands.closeAll();
    }
}
