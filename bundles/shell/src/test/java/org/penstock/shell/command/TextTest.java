package org.penstock.shell.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.penstock.proxy.api.SessionStatus;

class TextTest {
    @Test
    void sizesAreShort() {
        assertEquals("0 B", Text.bytes(0));
        assertEquals("1023 B", Text.bytes(1023));
        assertEquals("1.5 KiB", Text.bytes(1536));
        assertEquals("17 MiB", Text.bytes(17 << 20));
        assertEquals("8.0 EiB", Text.bytes(Long.MAX_VALUE));
    }

    @Test
    void durationsAreShort() {
        assertEquals("0 us", Text.duration(0));
        assertEquals("850 us", Text.duration(850_000));
        assertEquals("1.2 ms", Text.duration(1_234_000));
        assertEquals("44 ms", Text.duration(44_000_000));
        assertEquals("4.2 s", Text.duration(4_200_000_000L));
        assertEquals("3 min 12 s", Text.duration(192_000_000_000L));
        assertEquals("2 h 5 min", Text.duration(7_500_000_000_000L));
        assertEquals("3 d 4 h", Text.duration(273_600_000_000_000L));
    }

    @Test
    void namesOfStatesAreWords() {
        assertEquals("half-closed", Text.word(SessionStatus.State.HALF_CLOSED));
    }

    /** A terminal must not obey what a client of a proxy sent. */
    @Property
    void aLineHasNoControlCharacters(@ForAll String any) {
        String line = Text.line(any);
        assertEquals(any.length(), line.length());
        assertTrue(line.chars().noneMatch(c -> Character.isISOControl(c) || c == 0x2028 || c == 0x2029));
    }

    @Property
    void aShortenedLineIsNoLongerThanAllowedAndWhole(@ForAll String any) {
        String line = Text.shortened(any, 20);
        assertTrue(line.length() <= 20);
        assertTrue(line.length() == any.length() || line.endsWith("\u2026"));
        boolean cutInTwo = line.length() > 1
                && Character.isHighSurrogate(line.charAt(line.length() - 2))
                && line.endsWith("\u2026");
        assertTrue(!cutInTwo
                || Character.isHighSurrogate(any.charAt(line.length() - 2))
                        && !Character.isLowSurrogate(any.charAt(line.length() - 1)));
    }

    @Test
    void columnsAreAlignedAndCountable() {
        Table table = new Table("NAME", "SIZE>", "NOTE");
        table.row("a", 5, "");
        table.row("longer", 12345, "two words");
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        table.print(new PrintStream(out, true, StandardCharsets.UTF_8));
        assertEquals("""
                NAME     SIZE  NOTE
                a           5  -
                longer  12345  two words
                """, out.toString(StandardCharsets.UTF_8));
    }

    @Test
    void jsonIsEscaped() {
        assertEquals(
                "{\"a\": [1, true, null], \"b\\\"\\\\\": \"x\\n\\u0001\\ud800\u00e9\", \"s\": \"half-closed\"}",
                Json.write(Json.object(
                        "a",
                        java.util.Arrays.asList(1, true, null),
                        "b\"\\",
                        "x\n\u0001\ud800\u00e9",
                        "s",
                        SessionStatus.State.HALF_CLOSED)));
    }
}
