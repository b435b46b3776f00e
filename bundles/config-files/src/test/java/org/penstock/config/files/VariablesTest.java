package org.penstock.config.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.StringReader;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.apache.felix.fileinstall.shaded.util.properties.TypedProperties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Variables are those that FileInstall looks up, and no others. */
@Timeout(60)
class VariablesTest {
    private static final String[] PIECES = {
        "${", "${", "}", "}", "\\", "\\\\", "x", "y", "z", "env:w", ":-", ":+", "=", " ", "\n", "\n", "\\\n", "\r\n",
        "#"
    };
    private static final Map<String, String> KNOWN = Map.of("z", "x", "zx", "", "env:w", "y");

    private static String text(Random random) {
        StringBuilder text = new StringBuilder("plain = text\n"); // else it might be a typed configuration
        for (int i = random.nextInt(30); i >= 0; i--) {
            text.append(PIECES[random.nextInt(PIECES.length)]);
        }
        return text.toString().replace("\\ ", "\\x"); // of blanks it strips those that are escaped, too
    }

    /** Null: it does not read that. */
    private static Set<String> lookedUpByFileInstall(String text) throws IOException {
        Set<String> names = new TreeSet<>();
        try {
            new TypedProperties((name, key, variable) -> {
                        names.add(variable);
                        return KNOWN.get(variable);
                    })
                    .load(new StringReader(text));
            return names;
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    @Test
    void fileInstallLooksUpTheSame() throws IOException {
        Random random = new Random(1);
        int some = 0;
        int refused = 0;
        for (int i = 0; i < 100_000; i++) {
            String text = text(random);
            Set<String> expected = lookedUpByFileInstall(text);
            Set<String> names = new TreeSet<>();
            Optional<Mistake> mistake = new Variables(Entry.of(LogicalLine.of(text)), name -> {
                        names.add(name);
                        return KNOWN.get(name);
                    })
                    .firstMistake();
            if (expected == null) {
                assertTrue(mistake.isPresent(), text);
                refused++;
            } else {
                assertEquals(expected, names, text);
                assertFalse(mistake.toString().contains("leads back"), text);
                some += names.isEmpty() ? 0 : 1;
            }
        }
        assertTrue(some > 1_000, "too few texts with variables");
        assertTrue(refused > 100, "too few texts that it does not read");
    }

    @Test
    void whatStandsForItselfIsAMistakeAndNoEndlessLoop() {
        Optional<Mistake> mistake =
                new Variables(Entry.of(LogicalLine.of("a = b\nc = ${x}")), Map.of("x", "${x}")::get).firstMistake();
        assertEquals(Optional.of(new Mistake(2, "holds variables without end", "up to 1000")), mistake);
    }

    @Test
    void whatDoublesWithEachKeyIsAMistakeAndNoEndlessWork() {
        StringBuilder text = new StringBuilder("k0 = x\n");
        for (int i = 1; i < 60; i++) {
            text.append("k" + i + " = ${k" + (i - 1) + "}${k" + (i - 1) + "}\n");
        }
        assertTrue(new Variables(Entry.of(LogicalLine.of(text.toString())), name -> null)
                .firstMistake()
                .isPresent());
    }
}
