package org.penstock.config.files;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A file that would be read as something else than is written there is kept back, with the line where that is. */
@Timeout(60)
class ContentTest {
    @TempDir
    Path folder;

    private Content of(String text, Charset charset) throws IOException {
        return of(Files.write(folder.resolve("x.cfg"), text.getBytes(charset)));
    }

    private static Content of(Path file) {
        return Content.of(file, Map.of("penstock.data", "/data", "env:HOME", "", "which", "data")::get);
    }

    private String unfit(String text, Charset charset) throws IOException {
        return assertInstanceOf(Content.Unfit.class, of(text, charset)).why();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "a = b",
                "a = b\rc = d\r",
                "a = b\r\nc = d\r\n",
                "# caf\u00e9, \ud83d\ude00\na = \u4e2d",
                "a = \\u00e9\\u4E2D",
                "a = C:\\\\users",
                "a = b\\\n  c",
                "# C:\\users\\u12\na = b\n  ! \\u\n",
                "a = \"b\nc = 'd\n",
                "a = ${b\n",
                "a = b\\\\",
                "a = \"b\"\nc = d",
                "a = <b>",
            })
    void whatIsWrittenThereIsRead(String text) throws IOException {
        assertEquals(new Content.Fit(), of(text, UTF_8));
    }

    @Test
    void whatIsNotInUtf8IsToldWithItsLine() throws IOException {
        assertEquals(
                "line 3 is not in UTF-8, and it is not read; allowed is UTF-8",
                unfit("a = b\r\n# c\nd = caf\u00e9\n", ISO_8859_1));
        assertEquals(
                "line 1 is not in UTF-8, and it is not read; allowed is UTF-8", unfit("a = caf\u00e9", ISO_8859_1));
    }

    @Test
    void aByteOrderMarkIsTold() throws IOException {
        assertTrue(unfit("\ufeffa = b", UTF_8).contains("byte order mark"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\\u", "\\u1", "\\u12", "\\u123", "\\u12g4", "\\\\\\u12", "\\uuu"})
    void anEscapeThatIsNoneIsToldWithItsLine(String escape) throws IOException {
        String why = unfit("# \\u\na = b\nc = x" + escape + " y\n", UTF_8);
        assertTrue(why.startsWith("line 3 holds \\u"), why);
        assertTrue(why.endsWith("allowed is four hexadecimal digits after \\u, and \\\\ for a backslash"), why);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a = ${penstock.data}/x${env:HOME}",
                "a = ${b}\nb = c",
                "a = ${b}\nb =",
                "a = ${nope:-c} ${nope:-} ${nope:+d}",
                "a = ${penstock.${which}}",
                "# ${nope}\n ! ${nope}\r\na = b",
                "a = $\\\\{nope} $nope {nope} ${nope\\\\} ${nope",
                "a = ${nope}\na = b",
                "a = ${b}${b}\nb = c",
            })
    void aVariableThatIsDefinedIsRead(String text) throws IOException {
        assertEquals(new Content.Fit(), of(text, UTF_8));
    }

    /** FileInstall would read it as nothing. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "${nope}",
                "journal,${nope}",
                "${penstock.data}/${nope}/x",
                "a\\\n  ${nope}",
                "a\\\\${nope}",
                "${nope}${nope:-b}",
                "${${nope}}",
                "${x${nope}y}",
                "\\${nope}",
                "$\\{nope}",
                "$\\u007bnope\\u007D",
                "\\\n\n# d\n${nope}",
            })
    void aVariableThatNothingDefinesIsToldWithItsLine(String value) throws IOException {
        String why = unfit("# ${nope}\nnop = b\nc = " + value + "\n", UTF_8);
        assertTrue(
                why.matches("line 3 holds \\$\\{nope}, which nothing defines, and it is not read; allowed is .*"), why);
        assertTrue(unfit("c = ${env:nope}", UTF_8).startsWith("line 1 holds ${env:nope}, which"));
        assertTrue(unfit("c = ${}", UTF_8).startsWith("line 1 holds ${}, which"));
        assertTrue(unfit("c = ${x\\n\\u202e}", UTF_8).startsWith("line 1 holds ${x??}, which"));
        assertTrue(unfit("c = ${" + "x".repeat(10_000) + "}", UTF_8).length() < 500);
        assertTrue(unfit("c = ${a.${which}}", UTF_8).startsWith("line 1 holds ${a.data}, which"));
    }

    /** FileInstall would give up on it with what Java calls that. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "c = ${c}",
                "c = ${d}\nd = ${c}",
                "c = ${d}\nd = ${e:-x}\ne = y${c:+z}",
                "c = ${${c}}",
                "c = ${c:-x}"
            })
    void aVariableThatLeadsBackToItselfIsToldWithItsLine(String lines) throws IOException {
        String why = unfit("a = b\n" + lines, UTF_8);
        assertTrue(
                why.matches("line 2 holds \\$\\{[cd]}, which leads back to itself, and it is not read;"
                        + " allowed is one that does not"),
                why);
    }

    /** The configuration admin service would take none of them. */
    @ParameterizedTest
    @ValueSource(
            strings = {"listen = a\nLISTEN = b", "Listen = a\n\n# c\nx = y\nlisTen = b", "listen : a\nL\\u0049sten b"})
    void aKeyInTwoSpellingsIsToldWithBothLines(String lines) throws IOException {
        String why = unfit(lines, UTF_8);
        assertTrue(
                why.matches("(?i)line [25] has the key listen, which is listen of line 1 in other capitals,"
                        + " and it is not read; allowed is one of them"),
                why);
    }

    @Test
    void aKeyTwiceInOneSpellingCountsAsItsLast() throws IOException {
        assertEquals(new Content.Fit(), of("listen = a\nlisten = b", UTF_8));
    }

    @Test
    void aValueWithoutAKeyIsTold() throws IOException {
        assertEquals("line 2 has no key, and it is not read; allowed is KEY = VALUE", unfit("a = b\n= c\n", UTF_8));
    }

    /** What the file says would be written over, and nothing would say so. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "service.pid",
                "Service.PID",
                "service.factoryPid",
                "service.bundleLocation",
                "felix.fileinstall.filename"
            })
    void aKeyThatTheFrameworkWritesIsToldInEveryFile(String key) throws IOException {
        for (String file : List.of("org.penstock.journal.cfg", "com.example.x-y.cfg")) {
            assertEquals(
                    "line 2 has the key " + key + ", which the framework sets itself, and it is not read;"
                            + " allowed is none of its keys",
                    assertInstanceOf(Content.Unfit.class, of(file, "a = b\n" + key + " = c\n"))
                            .why());
        }
    }

    private Content of(String file, String text) throws IOException {
        return of(Files.writeString(folder.resolve(file), text));
    }

    /** Others know what to do with those. */
    @ParameterizedTest
    @ValueSource(strings = {"component.id", "service.ranking", "osgi.x", "felix.x", ".x", "objectClass", "Service.x"})
    void aKeyThatOurReadersPassOverIsToldInFilesOfOurs(String key) throws IOException {
        Content.Unfit unfit = assertInstanceOf(Content.Unfit.class, of("org.penstock.proxy-orders.cfg", key + " = c"));
        assertTrue(unfit.why().startsWith("line 1 has the key " + key + ", which the framework sets"), unfit.why());
        assertEquals(new Content.Fit(), of("org.apache.felix.webconsole.cfg", key + " = c"));
    }

    @Test
    void ofSeveralMistakesTheFirstIsTold() throws IOException {
        assertTrue(unfit("a = ${nope}\nA = b", UTF_8).startsWith("line 1 holds ${nope}"));
        assertTrue(unfit("a = b\nA = b\nc = ${nope}", UTF_8).startsWith("line 2 has the key A"));
    }

    /** FileInstall would read all but that line. */
    @ParameterizedTest
    @ValueSource(strings = {"\\", "x\\", "x\\\n", "x\\\\\\\n\n# d\n", "x\\\n  "})
    void aLineThatGoesOnBehindTheLastIsTold(String value) throws IOException {
        assertEquals(
                "line 2 ends with a backslash, and it is not read; allowed is one where another line goes on",
                unfit("a = b\nc = " + value, UTF_8));
        assertTrue(unfit("a = b\nc = \\\n d\\\n", UTF_8).startsWith("line 3 ends with a backslash"));
    }

    /** FileInstall would read it by other rules than those that this is looked through by. */
    @Test
    void xmlIsTold() throws IOException {
        assertEquals(
                "it begins with <, as XML does, and is not read; allowed is KEY = VALUE a line",
                unfit("<?xml version=\"1.0\"?>\n<properties/>", UTF_8));
    }

    /** FileInstall would read them without what is around them, which it does not where one other is plain. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "a = \"b\"",
                "a=\"b\"\n# c\nd = I\"5\"",
                "a : [\"b\", \"c\"]",
                "a = \\\n  \"b\"",
                "a = {b}",
                "a \"b\" "
            })
    void typedValuesAreTold(String text) throws IOException {
        assertEquals(
                "each of its values is in quotes, brackets or braces, as typed ones are, and it is not read;"
                        + " allowed is KEY = VALUE a line, VALUE without them",
                unfit(text, UTF_8));
        assertEquals(new Content.Fit(), of(text + "\ne = f", UTF_8));
    }

    @Test
    void whatIsNoTextIsTold() throws IOException {
        assertTrue(unfit("a = b\nc = \0\n", UTF_8).startsWith("line 2 holds a NUL character"));
    }

    @Test
    void whatIsLongerThanAnyConfigurationIsNotRead() throws IOException {
        assertEquals(new Content.Fit(), of("#".repeat(Content.MAX_LENGTH), UTF_8));
        assertTrue(unfit("#".repeat(Content.MAX_LENGTH + 1), UTF_8).startsWith("it is longer than 1048576 bytes"));
    }

    /** Whoever opens one waits until somebody writes to it. */
    @Test
    void aPipeAndAFolderAreNotRead() throws Exception {
        Path pipe = folder.resolve("pipe.cfg");
        assertEquals(0, new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor());
        assertInstanceOf(Content.Unfit.class, of(pipe));
        assertInstanceOf(Content.Unfit.class, of(folder));
    }

    @Test
    void whatIsNotThereAnyMoreIsNothingToTell() throws IOException {
        assertEquals(new Content.Gone(), of(folder.resolve("gone.cfg")));
        Path dangling = Files.createSymbolicLink(folder.resolve("link.cfg"), folder.resolve("gone.cfg"));
        assertEquals(new Content.Gone(), of(dangling));
    }

    @Test
    void whatMayNotBeReadIsTold() throws IOException {
        Path file = Files.writeString(folder.resolve("secret.cfg"), "a = b");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("---------"));
        assumeFalse(Files.isReadable(file), "who may read everything");
        assertEquals(new Content.Unfit(Content.UNREADABLE), of(file));
    }
}
