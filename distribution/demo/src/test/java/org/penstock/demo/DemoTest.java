package org.penstock.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the demo answers to words it does not like, or that need no Penstock. */
@Timeout(60)
class DemoTest {
    @TempDir
    Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void helpShowsTheUsage() {
        assertEquals(0, run("--help"));
        assertTrue(said(out).startsWith("usage: penstock demo "), said(out));
    }

    @Test
    void whatItDoesNotKnowGetsOneLineAndTheUsage() {
        assertEquals(2, run("--twice"));
        assertTrue(said(err).startsWith("demo: unknown option --twice\nusage: "), said(err));
        assertEquals(2, run("querry", "SELECT 1"));
        assertTrue(said(err).contains("demo: unknown word querry; there are query and load\nusage: "), said(err));
        assertEquals(2, run("query"));
        assertEquals(2, run("--once", "--seconds", "0"));
        assertTrue(said(err).contains("demo: --seconds 0: allowed is a whole number from 5 to 3600\n"), said(err));
    }

    @Test
    void aMissingDistributionIsSaidAndProgramsGetTheirObject() {
        assertEquals(2, run("--once", "--json", "--home", folder.toString()));
        assertTrue(said(err).contains("demo: no Penstock in " + folder), said(err));
        List<String> lines = said(out).lines().toList();
        assertTrue(
                lines.get(lines.size() - 1)
                        .matches("\\{\"passed\":false,.*\"swaps\":0,\"error\":\"no Penstock in .*\"}"),
                said(out));
    }

    @Test
    void aQueryToAPortWhereNobodyListensIsOneLine() {
        assertEquals(2, run("query", "--port", "1", "SELECT 1"));
        assertEquals(1, said(err).lines().count(), said(err));
    }

    private int run(String... arguments) {
        return new Demo(stream(out), stream(err)).run(arguments);
    }

    private static PrintStream stream(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }

    private static String said(ByteArrayOutputStream bytes) {
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
