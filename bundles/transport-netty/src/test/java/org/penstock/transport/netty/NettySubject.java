package org.penstock.transport.netty;

import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.penstock.transport.api.Transport;
import org.penstock.transport.nio.NioTransport;
import org.penstock.transport.tck.TransportSubject;

/** A transport of one kind; where the machine has no such thing, its tests show as skipped. */
class NettySubject implements TransportSubject {
    static final TransportSubject TRANSPORT_NIO =
            TransportSubject.of(NioTransport.class, NioTransport::new, NioTransport::deactivate);

    private final IoKind kind;
    private final TransportSubject other;

    /** @param other another transport, to move connections to and from; null: none */
    NettySubject(IoKind kind, TransportSubject other) {
        this.kind = kind;
        this.other = other;
    }

    @Override
    public final Transport activate() {
        kind.missing().ifPresent(why -> Assumptions.abort(kind.transport() + " is not available here: " + why));
        return new NettyTransport(kind.open(), "");
    }

    @Override
    public final void deactivate(Transport transport) {
        ((NettyTransport) transport).deactivate();
    }

    @Override
    public final Optional<TransportSubject> other() {
        return Optional.ofNullable(other);
    }
}
