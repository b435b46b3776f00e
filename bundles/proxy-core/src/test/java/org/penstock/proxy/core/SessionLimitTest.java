package org.penstock.proxy.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** More clients than are allowed. */
@Timeout(90)
class SessionLimitTest {
    @Test
    void atTheLimitClientsAreTurnedAwayInTheProtocolsWordsUntilThereIsRoom() throws IOException {
        try (ProxyRig rig = ProxyRig.serving("sessions.max=2")) {
            LineClient first = rig.client();
            LineClient second = rig.client();
            assertEquals("re:a", first.ask("a"));
            assertEquals("re:b", second.ask("b"));
            for (int i = 0; i < 5; i++) {
                try (LineClient c = rig.client()) {
                    assertEquals("refused TOO_MANY_SESSIONS", c.line());
                    assertNull(c.line());
                }
            }
            assertEquals(1, rig.log.of("WARN", "sessions.max = 2 is reached").size());
            assertEquals(5, rig.status().counts().refused());
            // Those who are turned away take nobody's place, however long they stay.
            LineClient lingers = rig.client();
            assertEquals("refused TOO_MANY_SESSIONS", lingers.line());
            first.close();
            rig.await(() ->
                    rig.sessions().stream().noneMatch(s -> s.state().name().equals("HALF_CLOSED"))
                            && rig.status().counts().open() <= 2);
            try (LineClient c = rig.client()) {
                assertEquals("re:c", c.ask("c"));
            }
            rig.await(() -> rig.log.of("INFO", "has room for sessions again").size() == 1);
            assertEquals(1, rig.log.of("INFO", "; clients turned away=6").size());
            lingers.close();
            second.close();
            rig.awaitOpen(0);
            rig.recorder.lines().stream()
                    .map(ListRecorder.Line::session)
                    .distinct()
                    .forEach(rig::wholeRecord);
        }
    }

    @Test
    void moreThanCanBeToldAreJustClosed() throws IOException {
        try (ProxyRig rig = ProxyRig.serving("sessions.max=1");
                LineClient first = rig.client()) {
            assertEquals("re:a", first.ask("a"));
            List<LineClient> many = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                many.add(rig.client());
            }
            rig.await(() -> rig.status().counts().refused() == 100);
            int told = 0;
            for (LineClient c : many) {
                try {
                    String line = c.line();
                    told += line == null ? 0 : 1;
                } catch (SocketException e) {
                    // reset: also an end
                }
                c.close();
            }
            assertTrue(told >= 64 && told <= 100, "told " + told);
            assertEquals(
                    1, rig.log.of("WARN", "is reached; clients are turned away").size());
            assertEquals("re:b", first.ask("b"));
        }
    }
}
