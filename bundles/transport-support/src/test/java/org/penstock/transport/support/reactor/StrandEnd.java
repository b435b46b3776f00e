package org.penstock.transport.support.reactor;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;

/** Closes a strand that is turned by hand, with the reactors that know its sockets. */
final class StrandEnd {
    private static final int TURNS = 100;

    private StrandEnd() {}

    /** Turns all of them until the strand is over; the reactors stay open. */
    static void of(ReactorStrand strand, Reactor... reactors) throws IOException {
        strand.close();
        for (int i = 0; strand.turn(); i++) {
            assertTrue(i < TURNS, "the strand does not end");
            for (Reactor reactor : reactors) {
                reactor.turn();
            }
        }
        strand.finish();
    }
}
