package org.penstock.benchmarks.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class AssignmentTest {
    @Test
    void aProgramReadsWhatItWasTold() {
        Assignment relay = new Assignment(Role.RELAY, Loopback.at(11), Loopback.at(22), "epoll");
        assertEquals(relay, Assignment.parse(relay.arguments().toArray(new String[0])));
        assertEquals("relay 11 22 epoll", String.join(" ", relay.arguments()));
    }
}
