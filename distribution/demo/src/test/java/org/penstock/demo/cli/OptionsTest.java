package org.penstock.demo.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OptionsTest {
    @Test
    void flagsValuesAndWordsAreToldApart() {
        Options options = parse("query", "--json", "--port", "3307", "--home=/a=b", "SELECT 1");
        assertTrue(options.has("--json"));
        assertFalse(options.has("--once"));
        assertEquals(3307, options.number("--port", 0, 1, 65535));
        assertEquals("/a=b", options.required("--home"));
        assertEquals(List.of("query", "SELECT 1"), options.words());
        assertEquals(Optional.empty(), options.value("--seconds"));
    }

    @Test
    void aBadWordGetsOneLineThatSaysWhatIsAllowed() {
        assertRefused("unknown option --jsn", "--jsn");
        assertRefused("unknown option --json=yes", "--json=yes");
        assertRefused("--port needs a value", "--port");
        assertRefused("--port x: allowed is a whole number from 1 to 65535", "--port", "x");
        assertRefused("--port 0: allowed is a whole number from 1 to 65535", "--port=0");
        assertRefused("--port 99999999999: allowed is a whole number from 1 to 65535", "--port", "99999999999");
        assertEquals(
                "--home is needed",
                assertThrows(IllegalArgumentException.class, () -> parse().required("--home"))
                        .getMessage());
    }

    private static void assertRefused(String message, String... arguments) {
        IllegalArgumentException refused = assertThrows(
                IllegalArgumentException.class, () -> parse(arguments).number("--port", 5, 1, 65535));
        assertEquals(message, refused.getMessage());
    }

    private static Options parse(String... arguments) {
        return Options.parse(arguments, List.of("--json", "--once"), List.of("--port", "--home", "--seconds"));
    }
}
