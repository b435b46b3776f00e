package org.penstock.codec.mysql;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class StatementRegistryTest {
    private static final int EACH = 1024;
    private static final int ROOM = StatementRegistry.MOST_BYTES / (EACH + StatementRegistry.ENTRY_BYTES);

    private final StatementRegistry registry = new StatementRegistry();

    @Test
    void whatIsUsedLongestAgoIsDroppedFirst() {
        for (int id = 0; id < ROOM; id++) {
            registry.add(id, text());
        }
        assertNotNull(registry.use(0));
        registry.add(ROOM, text());
        assertNotNull(registry.use(0));
        assertNull(registry.use(1));
        assertNotNull(registry.use(2));
        assertNotNull(registry.use(ROOM));
    }

    @Test
    void aNumberUsedAgainIsTheLaterStatement() {
        StatementText second = text();
        registry.add(5, text());
        registry.add(5, second);
        assertSame(second, registry.use(5));
        registry.remove(5);
        assertNull(registry.use(5));
    }

    @Test
    void theOnePreparedLastIsKnownAsSuch() {
        StatementText text = text();
        registry.add(7, text);
        assertSame(text, registry.use(StatementRegistry.LAST));
        registry.forgetLast();
        assertNull(registry.use(StatementRegistry.LAST));
        assertSame(text, registry.use(7));
    }

    @Test
    void thatAStatementWithSecretsWasDroppedIsNotForgotten() {
        registry.add(-2, new StatementText(BYTES, EACH, 0, true, false));
        for (int id = 0; id < ROOM - 1; id++) {
            registry.add(id, text());
        }
        assertFalse(registry.hasForgottenSecrets());
        registry.add(ROOM, text());
        assertNull(registry.use(-2));
        assertTrue(registry.hasForgottenSecrets());
    }

    /** A client may go on to use its number. */
    @Test
    void thatAStatementWithSecretsIsGoneIsNotForgotten() {
        registry.add(1, new StatementText(BYTES, EACH, 0, true, false));
        registry.remove(1);
        assertTrue(registry.hasForgottenSecrets());
        StatementRegistry cleared = new StatementRegistry();
        cleared.add(1, new StatementText(BYTES, EACH, 0, true, false));
        cleared.clear();
        assertTrue(cleared.hasForgottenSecrets());
    }

    @Test
    void afterAMillionOpenedAndClosedThereIsRoomForAll() {
        for (int id = 0; id < 1_000_000; id++) {
            registry.add(id, text());
            registry.remove(id);
        }
        for (int id = 0; id < ROOM; id++) {
            registry.add(id * 64, text());
        }
        for (int id = 0; id < ROOM; id++) {
            assertNotNull(registry.use(id * 64));
        }
    }

    private static final byte[] BYTES = new byte[EACH];

    private static StatementText text() {
        return new StatementText(BYTES, EACH, 0, false, false);
    }
}
