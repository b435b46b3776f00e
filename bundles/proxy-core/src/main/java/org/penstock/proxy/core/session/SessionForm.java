package org.penstock.proxy.core.session;

import org.penstock.codec.api.SessionFacts;

/** A whole session as a value, while it is parked with the keeper. */
record SessionForm(
        SessionFacts facts,
        Phase phase,
        String endReason,
        long lastActive,
        Duplex.Form duplex,
        Observation.Form observed) {
    /** With so many bytes more, from each end, that were received and are given up. */
    SessionForm missed(long fromClient, long fromServer) {
        return new SessionForm(facts, phase, endReason, lastActive, duplex.missed(fromClient, fromServer), observed);
    }
}
