package org.penstock.shell.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DrainCommandTest {
    private final FakeControl control = new FakeControl();
    private final DrainCommand command = new DrainCommand();
    private final GogoShell shell = new GogoShell(command);

    @BeforeEach
    void inService() {
        command.control = control;
    }

    @Test
    void itDrainsAsConfiguredAndCounts() throws Exception {
        assertEquals(
                "drained: 1 session ended, 0 cut, 0 unserved, in 2.0 ms\n",
                shell.run("drain").out());
        assertEquals(List.of("as configured"), control.drains);
    }

    @Test
    void itDrainsWithThePatienceThatIsGiven() throws Exception {
        assertEquals(
                "{\"ended\": 3, \"cut\": 1, \"unserved\": 2, \"took_ns\": 1500000000}\n",
                shell.run("drain --patience 90 --json").out());
        assertEquals(List.of("PT1M30S"), control.drains);
    }

    @Test
    void helpDrainsNothing() throws Exception {
        assertTrue(shell.run("drain --help --patience 1").out().contains("penstock:drain"));
        assertEquals(2, shell.run("drain now").status());
        assertEquals(List.of(), control.drains);
    }
}
