package org.penstock.proxy.core.session;

import org.penstock.codec.api.SessionFacts;
import org.penstock.proxy.api.SessionStatus;
import org.penstock.proxy.api.SessionStatus.State;

/** A session as an operator sees it at a moment. */
final class Snapshot {
    private Snapshot() {}

    /** @param phase null: on no lane */
    static SessionStatus of(
            SessionFacts facts, Phase phase, String transport, long idleNanos, Duplex duplex, Observation observation) {
        Flow up = duplex.up;
        Flow down = duplex.down;
        return new SessionStatus(
                facts.proxy(),
                facts.session(),
                Addresses.text(facts.client()),
                Addresses.text(facts.server()),
                state(phase, up, down),
                transport,
                facts.openedNanos(),
                idleNanos,
                up.received(),
                down.received(),
                observation.exchanges(),
                observation.understanding().opaqueReason(),
                waitsFor(up, down, observation));
    }

    private static State state(Phase phase, Flow up, Flow down) {
        if (phase == null) {
            return State.PARKED;
        }
        return switch (phase) {
            case NEW, CONNECTING -> State.CONNECTING;
            case OPEN -> up.isEnded() || down.isEnded() ? State.HALF_CLOSED : State.OPEN;
            default -> State.CLOSING;
        };
    }

    private static String waitsFor(Flow up, Flow down, Observation observation) {
        if (observation.log().blocked()) {
            return "recorder";
        }
        if (observation.understanding().holds()) {
            return "codec";
        }
        return up.waitsFor().isEmpty() ? down.waitsFor() : up.waitsFor();
    }
}
