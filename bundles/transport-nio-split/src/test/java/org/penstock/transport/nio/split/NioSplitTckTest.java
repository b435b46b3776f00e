package org.penstock.transport.nio.split;

import java.util.Optional;
import org.penstock.transport.api.Transport;
import org.penstock.transport.nio.NioTransport;
import org.penstock.transport.tck.TransportSubject;
import org.penstock.transport.tck.TransportTck;

final class NioSplitTckTest extends TransportTck {
    @Override
    protected TransportSubject subject() {
        return new Split();
    }

    static final class Split implements TransportSubject {
        @Override
        public Transport activate() {
            return new NioSplitTransport();
        }

        @Override
        public void deactivate(Transport transport) {
            ((NioSplitTransport) transport).deactivate();
        }

        /** Four empty ones at a reactor and one in its hand, two read ahead, one with what the socket has not taken. */
        @Override
        public int buffersAhead() {
            return 8;
        }

        @Override
        public Optional<TransportSubject> other() {
            return Optional.of(TransportSubject.of(NioTransport.class, NioTransport::new, NioTransport::deactivate));
        }
    }
}
