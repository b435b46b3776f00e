package org.penstock.shell.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class UsageTest {
    private static final Usage USAGE = Usage.of("mix", "Mixes things.")
            .argument("WHAT", "what to mix")
            .optional("HOW", "and how")
            .option("--times", "N", "how often")
            .flag("--loud", "so that it is heard");

    private static String refused(String... args) {
        return assertThrows(IllegalArgumentException.class, () -> USAGE.read(args))
                .getMessage();
    }

    @Test
    void argumentsAndOptionsComeInAnyOrder() {
        Arguments given = USAGE.read("--loud", "paint", "--times", "3", "slowly");
        assertEquals("paint", given.word(0));
        assertEquals(Optional.of("slowly"), given.argument(1));
        assertTrue(given.has("--loud"));
        assertEquals(3, given.number("--times", 1));
        assertFalse(given.help());
    }

    @Test
    void whatIsNotGivenIsAbsent() {
        Arguments given = USAGE.read("paint");
        assertEquals(Optional.empty(), given.argument(1));
        assertEquals(Optional.empty(), given.option("--times"));
        assertEquals(7, given.number("--times", 7));
    }

    @Test
    void afterTwoDashesNothingIsAnOption() {
        assertEquals("--loud", USAGE.read("--", "--loud").word(0));
    }

    @Test
    void helpComesBeforeEverythingElse() {
        assertTrue(USAGE.read("--help", "--nonsense", "a", "b", "c").help());
        assertTrue(USAGE.read("-h").help());
        assertEquals("""
                Mixes things.

                  penstock:mix WHAT [HOW] [--times N] [--loud]

                  WHAT       what to mix
                  HOW        and how
                  --times N  how often
                  --loud     so that it is heard
                """, USAGE.help());
    }

    @Test
    void wrongCallsSayWhatIsAllowed() {
        assertEquals("mix: unknown option --lout; allowed are --times N, --loud", refused("paint", "--lout"));
        assertEquals(
                "mix: unexpected \"c\"; usage: penstock:mix WHAT [HOW] [--times N] [--loud]", refused("a", "b", "c"));
        assertEquals("mix: WHAT is missing; usage: penstock:mix WHAT [HOW] [--times N] [--loud]", refused());
        assertEquals("mix: --times needs a value: --times N", refused("paint", "--times"));
        assertEquals("mix: --loud is given twice", refused("paint", "--loud", "--loud"));
    }

    @Test
    void numbersAreCheckedWhereTheyAreRead() {
        for (String wrong : new String[] {"-1", "x", "", "9999999999999999999"}) {
            Arguments given = USAGE.read("paint", "--times", wrong);
            assertThrows(IllegalArgumentException.class, () -> given.number("--times", 1), wrong);
        }
    }
}
