package org.penstock.transport.aio;

import java.util.Optional;
import org.penstock.transport.api.Transport;
import org.penstock.transport.nio.NioTransport;
import org.penstock.transport.tck.TransportSubject;
import org.penstock.transport.tck.TransportTck;

final class AioTckTest extends TransportTck {
    @Override
    protected TransportSubject subject() {
        return new Aio();
    }

    static final class Aio implements TransportSubject {
        @Override
        public Transport activate() {
            return new AioTransport();
        }

        @Override
        public void deactivate(Transport transport) {
            ((AioTransport) transport).deactivate();
        }

        @Override
        public Optional<TransportSubject> other() {
            return Optional.of(TransportSubject.of(NioTransport.class, NioTransport::new, NioTransport::deactivate));
        }
    }
}
