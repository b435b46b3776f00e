package org.penstock.proxy.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.penstock.proxy.core.session.SteppedTransport.SteppedConnection;
import org.penstock.transport.api.TransportOptions;

/** What one end does not take stops reading from the other at the high-water mark, down to the low-water mark. */
class WaterMarksTest {
    private final LoneHost host = new LoneHost("protocol=none", "write.high-water=1000", "write.low-water=400");
    private final SteppedTransport transport = new SteppedTransport();
    private final Lane lane = new Lane(transport, TransportOptions.named("test"), host.buffers);

    @BeforeEach
    void open() throws IOException {
        host.session().begin(lane);
        transport.runTasks();
    }

    @AfterEach
    void close() throws IOException {
        lane.sessions().get(0).cut("over");
        transport.runTasks();
        lane.close(() -> {});
        assertEquals(0, host.buffers.usage().outBytes());
        host.close();
    }

    private void deliver(SteppedConnection from, int bytes) {
        ByteBuffer b = lane.buffers().take(bytes);
        from.deliver(b.position(bytes).flip());
        transport.runTasks();
    }

    private void fetch(SteppedConnection to, int bytes) {
        to.fetch(bytes);
        transport.runTasks();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void readingStopsAtTheUpperAndGoesOnAtTheLower(boolean clientSends) {
        SteppedConnection from = transport.connections.get(clientSends ? 0 : 1);
        SteppedConnection to = transport.connections.get(clientSends ? 1 : 0);
        deliver(from, 999);
        assertTrue(from.reading);
        deliver(from, 1);
        assertFalse(from.reading);
        assertTrue(to.reading, "the other direction flows on");
        fetch(to, 599);
        assertFalse(from.reading, "401 are left");
        fetch(to, 1);
        assertTrue(from.reading);
        deliver(from, 599);
        assertTrue(from.reading);
        deliver(from, 1);
        assertFalse(from.reading);
    }
}
