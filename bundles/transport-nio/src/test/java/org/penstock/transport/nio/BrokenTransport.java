package org.penstock.transport.nio;

import java.net.InetSocketAddress;
import java.util.concurrent.CompletionStage;
import org.penstock.transport.api.BufferPool;
import org.penstock.transport.api.Cancellable;
import org.penstock.transport.api.Connection;
import org.penstock.transport.api.ConnectionHandler;
import org.penstock.transport.api.ParkedConnection;
import org.penstock.transport.api.Strand;
import org.penstock.transport.api.Transport;
import org.penstock.transport.api.TransportOptions;
import org.penstock.transport.api.TransportTraits;

/** A sound transport with one defect built in. */
final class BrokenTransport implements Transport {
    private final Defect defect;
    private final NioTransport sound;

    BrokenTransport(Defect defect) {
        this.defect = defect;
        this.sound = new NioTransport(defect::select);
    }

    @Override
    public TransportTraits traits() {
        return sound.traits();
    }

    @Override
    public Strand open(BufferPool pool, TransportOptions options) {
        return new BrokenStrand(defect, pool, sound.open(defect.pool(pool), defect.options(options)));
    }

    void deactivate() {
        defect.deactivate(sound);
    }

    private record BrokenStrand(Defect defect, BufferPool pool, Strand sound) implements Strand {
        BrokenStrand {
            defect.openedStrand(sound);
        }

        @Override
        public void execute(Runnable task) {
            defect.execute(sound, task);
        }

        @Override
        public Connection connect(InetSocketAddress address, ConnectionHandler handler) {
            Wire wire = new Wire(defect, pool, handler);
            wire.sound = sound.connect(address, wire);
            defect.connects(wire);
            return wire;
        }

        @Override
        public Connection adopt(ParkedConnection parked, ConnectionHandler handler) {
            Wire wire = new Wire(defect, pool, handler);
            wire.sound = sound.adopt(defect.adopting(parked), wire);
            return wire;
        }

        @Override
        public Cancellable schedule(Runnable task, long delayNanos) {
            return defect.schedule(sound, task, delayNanos);
        }

        @Override
        public CompletionStage<Void> close() {
            return defect.close(sound);
        }
    }
}
