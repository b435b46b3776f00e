package org.penstock.proxy.core.session;

import org.penstock.codec.api.SessionFacts;

/** A whole session as a value, while it is parked with the keeper. */
record SessionForm(
        SessionFacts facts,
        Phase phase,
        String endReason,
        long lastActive,
        Duplex.Form duplex,
        Observation.Form observed) {}
