package org.penstock.transport.nio;

import org.penstock.transport.api.Transport;
import org.penstock.transport.tck.TransportSubject;
import org.penstock.transport.tck.TransportTck;

/** The suite on a transport with a defect. No test of its own: {@link SuiteDetectsBrokenProvidersTest} runs it. */
final class BrokenTck extends TransportTck {
    static volatile Defect defect;

    @Override
    protected TransportSubject subject() {
        return new TransportSubject() {
            @Override
            public Transport activate() {
                return new BrokenTransport(defect);
            }

            @Override
            public void deactivate(Transport transport) {
                ((BrokenTransport) transport).deactivate();
            }
        };
    }
}
