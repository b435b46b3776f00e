package org.penstock.transport.netty;

import org.penstock.transport.api.BufferPool;
import org.penstock.transport.api.Strand;
import org.penstock.transport.api.Transport;
import org.penstock.transport.api.TransportOptions;
import org.penstock.transport.api.TransportTraits;
import org.penstock.transport.support.OpenStrands;

/** One event loop of Netty, and one thread, a strand; who wants more cores opens more strands. */
final class NettyTransport implements Transport {
    private final Io io;
    private final TransportTraits traits;
    private final OpenStrands strands = new OpenStrands();

    /** @param note what an operator should know besides; may be empty */
    NettyTransport(Io io, String note) {
        this.io = io;
        this.traits = new TransportTraits(
                io.kind().transport(),
                "one event loop of Netty a strand, with " + io.kind().means() + note,
                1,
                true);
    }

    @Override
    public TransportTraits traits() {
        return traits;
    }

    @Override
    public Strand open(BufferPool pool, TransportOptions options) {
        return strands.add(() -> NettyStrand.start(io, pool, options));
    }

    /** Its users have moved away when the service was unregistered; what is left now is closed. */
    void deactivate() {
        strands.closeAll();
    }
}
