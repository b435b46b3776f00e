package org.penstock.transport.nio;

import org.penstock.transport.api.Transport;
import org.penstock.transport.tck.TransportSubject;
import org.penstock.transport.tck.TransportTck;

final class NioTckTest extends TransportTck {
    @Override
    protected TransportSubject subject() {
        return new Nio();
    }

    static final class Nio implements TransportSubject {
        @Override
        public Transport activate() {
            return new NioTransport();
        }

        @Override
        public void deactivate(Transport transport) {
            ((NioTransport) transport).deactivate();
        }
    }
}
