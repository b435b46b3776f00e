package org.penstock.transport.aio;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.penstock.transport.api.BufferPool;
import org.penstock.transport.api.Strand;
import org.penstock.transport.api.Transport;
import org.penstock.transport.api.TransportOptions;
import org.penstock.transport.api.TransportTraits;
import org.penstock.transport.support.OpenStrands;
import org.penstock.transport.support.Poller;
import org.penstock.transport.support.descriptor.SocketDescriptors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The JDK's asynchronous channels: a group with one thread a strand.
 *
 * <p>Whether open sockets can be taken over, and given up, is tried when it starts. Where not, accepted sockets are waited
 * for by a selector, since there is no public way of theirs into a channel group; those it connects itself are
 * asynchronous channels all the same, and stay until they end.
 */
@Component(immediate = true, property = Transport.NAME + "=" + AioTransport.NAME)
public final class AioTransport implements Transport {
    static final String NAME = "aio";

    /** As many threads as two groups of two. */
    private static final int STRANDS = 4;

    private static final Logger LOG = LoggerFactory.getLogger(AioTransport.class);

    private final OpenStrands strands = new OpenStrands();
    private final Access access;
    private final Poller.Select select;

    /** @throws IllegalStateException this Java's asynchronous channels do not do what is needed of them */
    public AioTransport() {
        this(SelfTest.run(SocketDescriptors::open), Poller::select);
    }

    /** @param select how sockets are waited for that cannot be in a channel group */
    AioTransport(Access access, Poller.Select select) {
        this.access = access;
        this.select = select;
        if (!access.isOpen()) {
            LOG.warn("event=new-sessions-only transport={} cause=\"{}\"", NAME, access.problem());
        }
    }

    @Override
    public TransportTraits traits() {
        String threads = "a channel group of one thread a strand, and a thread that sleeps";
        return new TransportTraits(
                NAME,
                access.isOpen() ? threads : threads + ", and one that selects: " + access.problem(),
                STRANDS,
                access.isOpen());
    }

    @Override
    public Strand open(BufferPool pool, TransportOptions options) {
        return strands.add(() -> AioStrand.start(pool, options, access, select));
    }

    /** Its users have moved away when the service was unregistered; what is left now is closed. */
    @Deactivate
    public void deactivate() {
        strands.closeAll();
    }
}
