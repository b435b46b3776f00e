package org.penstock.transport.nio.pool;

import java.util.Optional;
import org.penstock.transport.api.Transport;
import org.penstock.transport.nio.NioTransport;
import org.penstock.transport.tck.TransportSubject;
import org.penstock.transport.tck.TransportTck;

final class NioPoolTckTest extends TransportTck {
    @Override
    protected TransportSubject subject() {
        return new Pool();
    }

    static final class Pool implements TransportSubject {
        @Override
        public Transport activate() {
            return new NioPoolTransport(2);
        }

        @Override
        public void deactivate(Transport transport) {
            ((NioPoolTransport) transport).deactivate();
        }

        /** Four empty ones at a reactor and one in its hand, two read ahead. */
        @Override
        public int buffersAhead() {
            return 7;
        }

        @Override
        public Optional<TransportSubject> other() {
            return Optional.of(TransportSubject.of(NioTransport.class, NioTransport::new, NioTransport::deactivate));
        }
    }
}
