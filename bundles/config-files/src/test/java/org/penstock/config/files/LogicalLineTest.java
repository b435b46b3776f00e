package org.penstock.config.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import java.util.Random;
import org.apache.felix.fileinstall.shaded.util.properties.TypedProperties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Lines are those that FileInstall makes of a text. */
@Timeout(60)
class LogicalLineTest {
    private static final String[] PIECES = {
        "\"", "\"", "[", "]", "{", "}", "I", "Z", " ", "=", ":", "x", "\\", "\\\n", "\n", "\nc=\"", "\r\n", "#", "\t",
        "\f"
    };

    @Test
    void commentsAndEmptyLinesArePassedOverAlsoWhereALineGoesOn() {
        assertEquals(
                List.of(
                        new LogicalLine(2, 2, "a = b", false),
                        new LogicalLine(4, 7, "c = de\\\\", false),
                        new LogicalLine(8, 8, "f", true)),
                LogicalLine.of("# \\\n  a = b\n\nc = \\\n! x\r\n\r de\\\\\nf\\\n\n# x\\"));
    }

    /** Which is seen by what it makes of a value in quotes: typed, they are none of it. */
    @Test
    void fileInstallTakesTheSameForTyped() throws IOException {
        Random random = new Random(1);
        int typed = 0;
        int plain = 0;
        for (int i = 0; i < 100_000; i++) {
            StringBuilder text = new StringBuilder("a = \"b\"\n");
            for (int n = random.nextInt(12); n > 0; n--) {
                text.append(PIECES[random.nextInt(PIECES.length)]);
            }
            TypedProperties read = new TypedProperties(false);
            read.load(new StringReader(text.toString()));
            boolean expected = read.get("a").equals("b");
            List<LogicalLine> lines = LogicalLine.of(text.toString());
            assertEquals(
                    expected,
                    lines.stream().filter(line -> !line.open()).allMatch(LogicalLine::isTyped),
                    text.toString());
            typed += expected && lines.size() > 1 ? 1 : 0;
            plain += expected ? 0 : 1;
        }
        assertTrue(typed > 1_000 && plain > 1_000, typed + " typed, " + plain + " plain");
    }
}
