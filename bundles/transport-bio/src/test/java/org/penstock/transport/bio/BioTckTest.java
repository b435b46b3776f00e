package org.penstock.transport.bio;

import java.util.Optional;
import org.penstock.transport.api.Transport;
import org.penstock.transport.nio.NioTransport;
import org.penstock.transport.tck.TransportSubject;
import org.penstock.transport.tck.TransportTck;

final class BioTckTest extends TransportTck {
    @Override
    protected TransportSubject subject() {
        return new Bio();
    }

    static final class Bio implements TransportSubject {
        @Override
        public Transport activate() {
            return new BioTransport();
        }

        @Override
        public void deactivate(Transport transport) {
            ((BioTransport) transport).deactivate();
        }

        @Override
        public Optional<TransportSubject> other() {
            return Optional.of(TransportSubject.of(NioTransport.class, NioTransport::new, NioTransport::deactivate));
        }
    }
}
