package org.penstock.proxy.core.session;

import java.util.List;
import org.penstock.transport.api.Strand;

/** Everything a session waits for with a bound. */
record Deadlines(Deadline connecting, Deadline holding, Deadline parting, Deadline leaving) {
    void disarm() {
        all().forEach(Deadline::disarm);
    }

    /** Off the strand, still armed. */
    void leave() {
        all().forEach(Deadline::leave);
    }

    /** On another strand, each with the time that is left. */
    void enter(Strand strand) {
        all().forEach(d -> d.enter(strand));
    }

    private List<Deadline> all() {
        return List.of(connecting, holding, parting, leaving);
    }
}
