package org.penstock.transport.nio.pool;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.penstock.transport.api.Transport;
import org.penstock.transport.tck.TransportSubject;
import org.penstock.transport.tck.TransportTck;

/** Everything holds while the number of workers changes, too. */
final class NioPoolEditedTckTest extends TransportTck {
    @Override
    protected TransportSubject subject() {
        return new Edited();
    }

    static final class Edited implements TransportSubject {
        private final TransportSubject pool = new NioPoolTckTest.Pool();
        private final Map<Transport, Edits> edits = new ConcurrentHashMap<>();

        @Override
        public Transport activate() {
            Transport transport = pool.activate();
            edits.put(transport, Edits.of((NioPoolTransport) transport));
            return transport;
        }

        @Override
        public void deactivate(Transport transport) {
            edits.remove(transport).close();
            pool.deactivate(transport);
        }

        @Override
        public int buffersAhead() {
            return pool.buffersAhead();
        }

        @Override
        public Optional<TransportSubject> other() {
            return pool.other();
        }
    }
}
