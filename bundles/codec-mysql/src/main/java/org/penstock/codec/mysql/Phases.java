package org.penstock.codec.mysql;

import java.util.EnumMap;
import java.util.Map;
import org.penstock.codec.api.CheckpointRefused;

/** The phase a session is in, and the readers of each. */
final class Phases {
    private record Readers(PacketSink client, PacketSink server) {}

    private final Map<Phase, Readers> readers = new EnumMap<>(Phase.class);
    private final Tap tap;
    private Phase current = Phase.GREETING;

    Phases(Tap tap) {
        this.tap = tap;
    }

    /** Says who reads in a phase. */
    void readers(Phase phase, PacketSink client, PacketSink server) {
        readers.put(phase, new Readers(client, server));
    }

    Phase current() {
        return current;
    }

    /** Payloads that begin from now on are the phase's. One that has begun already belongs to neither: opaque. */
    void enter(Phase next) {
        if (!tap.client().betweenPayloads()) {
            tap.opaque("client spoke out of turn");
            return; // what has begun is read to its end by the one who began
        }
        current = next;
        deliver();
    }

    private void deliver() {
        Readers now = readers.get(current);
        tap.client().deliverTo(now.client);
        tap.server().deliverTo(now.server);
    }

    void save(StateWriter out) {
        out.symbol(current);
    }

    void load(StateReader in) throws CheckpointRefused {
        current = in.symbol(Phase.values());
        deliver();
    }

    /** Readers are known: begins. */
    void begin() {
        deliver();
    }
}
