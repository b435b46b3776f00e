package org.penstock.proxy.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.penstock.proxy.core.session.SteppedTransport.SteppedConnection;
import org.penstock.transport.api.TransportOptions;

/** A server that has gone, and a client that has not fetched yet what came from it: where that is held, and how long. */
class PartingTest {
    /** Looks in a row at which nothing has moved, before the client is given up. */
    private static final int MOST_STILL = 15;

    private final LoneHost host = new LoneHost("protocol=none");
    private final SteppedTransport transport = new SteppedTransport();
    private SteppedConnection client;

    @BeforeEach
    void theServerGoesAndTheTransportHoldsCopiesForTheClient() throws IOException {
        host.session().begin(new Lane(transport, TransportOptions.named("test"), host.buffers));
        transport.runTasks();
        client = transport.connections.get(0);
        client.unflushed = true;
        transport.connections.get(1).lose();
        transport.runTasks();
    }

    @AfterEach
    void close() throws IOException {
        host.close();
    }

    private void look(int times) {
        for (int i = 0; i < times; i++) {
            transport.runTimers();
            transport.runTasks();
        }
    }

    @Test
    void whatTheTransportHoldsIsLeftForTheClientToo() {
        look(MOST_STILL - 1);
        assertEquals(0, client.askedToClose, "it may still fetch");
        client.unflushed = false;
        look(1);
        assertEquals(0, client.askedToClose, "it has just fetched");
        look(1);
        assertEquals(1, client.askedToClose);
        assertEquals(1, host.ended.size());
    }

    @Test
    void aClientThatFetchesNothingOfItIsGivenUp() {
        look(MOST_STILL - 1);
        assertEquals(0, client.askedToClose);
        look(1);
        assertEquals(1, client.askedToClose);
        assertEquals(1, host.ended.size());
    }
}
