package org.penstock.shell.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.penstock.shell.socket.OpenRig;

@Timeout(60)
class LineShellTest {
    @TempDir
    Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private OpenRig rig;
    private LineShell shell;

    @BeforeEach
    void open() {
        rig = new OpenRig(folder.resolve("s"));
        shell = new LineShell(
                rig.path(),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
    }

    @AfterEach
    void close() throws IOException {
        shell.close();
        rig.close();
    }

    private int converse(String lines, String prompt) throws IOException {
        return shell.converse(new BufferedReader(new StringReader(lines)), prompt);
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void linesAreRunOneAfterAnotherUntilTheirEnd() throws IOException {
        assertEquals(0, converse("echo one\n\n   \necho two\n", ""));
        assertEquals("one\ntwo\n", out());
    }

    @Test
    void theStatusIsThatOfTheLastCommand() throws IOException {
        assertEquals(2, converse("echo one\nmisuse\n", ""));
        assertEquals(0, converse("failing\necho one\n", ""));
        assertEquals("called wrongly\nnot done\n", err.toString(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @ValueSource(strings = {"exit", "quit", " logout ", "exit;", "quit ;"})
    void exitEndsIt(String farewell) throws IOException {
        assertEquals(1, converse("failing\n" + farewell + "\necho no\n", ""));
        assertEquals("", out());
    }

    @Test
    void exitMayHaveAStatusOfItsOwn() throws IOException {
        assertEquals(3, converse("failing\nexit 3\necho no\n", ""));
        assertEquals(0, converse("failing\nquit 0;\necho no\n", ""));
        assertEquals("", out());
    }

    /** As the only command it has nothing to end. */
    @Test
    void exitAloneIsDoneAtOnce() throws IOException {
        assertEquals(0, shell.run("exit"));
        assertEquals(3, shell.run("quit 3"));
    }

    @Test
    void whatOnlyBeginsLikeItIsACommand() throws IOException {
        assertEquals(2, shell.run("exits"));
        assertEquals(0, shell.run("exit = 5; echo $exit"));
        assertEquals("5\n", out());
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "300", "256", "-1", "1 2", "0x1", "99999999999999999999"})
    void aStatusThatIsNoneIsCalledWronglyAndEndsNothing(String status) throws IOException {
        String told = "exit: " + status + " is no status; allowed is a number from 0 to 255\n";
        assertEquals(2, shell.run("exit " + status));
        assertEquals(told, err.toString(StandardCharsets.UTF_8));
        err.reset();
        assertEquals(2, converse("echo on\n exit  " + status + " ;\n", ""));
        assertEquals(0, converse("exit " + status + "\necho on\n", ""));
        assertEquals("on\non\n", out());
        assertEquals(told + told, err.toString(StandardCharsets.UTF_8));
    }

    @Test
    void theGreatestStatusIsOne() throws IOException {
        assertEquals(255, shell.run("exit 255"));
        assertEquals(8, shell.run("exit 008"));
    }

    @Test
    void aPromptStandsBeforeEachLineAndALineFeedAtTheEnd() throws IOException {
        converse("echo one\n", "p> ");
        assertEquals("p> one\np> \n", out());
    }

    @Test
    void itGoesOnWhenTheShellIsReplacedUnderIt() throws IOException {
        assertEquals(0, converse("x = 1\nreplace\necho again\n", ""));
        assertEquals("1\nreplaced\nagain\n", out());
    }

    @Test
    void anInterruptEndsTheCommandAndNotTheShell() throws Exception {
        Thread presses = new Thread(() -> {
            while (!out().contains("following") || !shell.interrupt()) {
                Thread.onSpinWait();
            }
        });
        presses.start();
        assertEquals(LineShell.INTERRUPTED, shell.run("follow"));
        presses.join();
        assertEquals(0, shell.run("echo on"));
        assertTrue(out().endsWith("on\n"), out());
    }

    @Test
    void withNothingRunningThereIsNothingToInterrupt() throws IOException {
        assertEquals(false, shell.interrupt());
        shell.run("echo one");
        assertEquals(false, shell.interrupt());
    }

    @Test
    void nobodyThereIsToldAtOnce() {
        rig.close();
        String message =
                assertThrows(IOException.class, () -> shell.run("echo one")).getMessage();
        assertTrue(message.startsWith("Penstock does not answer at " + rig.path()), message);
    }

    @Test
    void wordsOfTheCallersShellStayWords() throws IOException {
        List<String> words = List.of(
                "a",
                "two words",
                "",
                "$HOME",
                "`x`",
                "a\"b",
                "a'b",
                "back\\slash",
                "semi;colon",
                "pi|pe",
                "(",
                "{",
                "*",
                "~",
                "a=b",
                "#x",
                "[1]",
                "<in",
                ">out",
                "&",
                "!",
                "\u00e9\u4e2d",
                "%1",
                "--x",
                "\\",
                "'",
                "$(x)",
                "${x}",
                "it's \"q\" $x",
                "two\nlines",
                "\t",
                "\ud83d\ude00");
        for (String word : words) {
            out.reset();
            assertEquals(0, shell.run(CommandLine.of(List.of("words", word, "z"))), word + err);
            assertEquals("[" + word + "]\n[z]\n", out());
        }
    }

    @Test
    void aSingleWordIsALine() throws IOException {
        assertEquals(0, shell.run(CommandLine.of(List.of("echo one two"))));
        assertEquals("one two\n", out());
    }
}
