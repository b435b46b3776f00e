package org.penstock.transport.tck;

import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.penstock.transport.api.Transport;

/** The transport that a suite is run on. */
public interface TransportSubject {
    /** One whose generations are made, and ended, by a call each, and that keeps nothing ahead and moves to no other. */
    static <T extends Transport> TransportSubject of(Class<T> type, Supplier<T> activate, Consumer<T> deactivate) {
        return new TransportSubject() {
            @Override
            public Transport activate() {
                return activate.get();
            }

            @Override
            public void deactivate(Transport transport) {
                deactivate.accept(type.cast(transport));
            }
        };
    }

    /** A fresh generation, with nothing open. */
    Transport activate();

    /** Ends a generation as its bundle's stopping does: strands that are left are closed within four seconds. */
    void deactivate(Transport transport);

    /**
     * How many buffers of its pool a strand with one connection may hold besides the one its handler is given: with what was
     * read ahead, into which something will be read, or with what the socket has not taken. A bound, and a small one.
     */
    default int buffersAhead() {
        return 0;
    }

    /** Another transport, to move connections to and from; empty: moves among strands of the same one are all there is. */
    default Optional<TransportSubject> other() {
        return Optional.empty();
    }
}
