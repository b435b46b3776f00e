package org.penstock.transport.bio;

import org.penstock.transport.api.Transport;
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
    }
}
