package org.penstock.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.penstock.benchmarks.proxy.ProxySuite;

class OptionsTest {
    private static final List<Suite> SUITES = List.of(new ProxySuite());

    @Test
    void aSuiteAloneRunsItsUsualPartiesAndCases() throws UsageError {
        Options options = parse("proxy");
        assertEquals(
                List.of(
                        "direct",
                        "haproxy",
                        "nginx",
                        "limit-relay",
                        "penstock-off",
                        "penstock-exchanges",
                        "penstock-full"),
                options.parties().stream().map(Party::name).toList());
        assertEquals(
                List.of("T=20", "T=100"),
                options.cases().stream().map(Case::name).toList());
        assertFalse(options.quick());
        assertEquals(Optional.empty(), options.json());
    }

    @Test
    void chosenPartiesAndCasesComeInTheOrderOfTheSuite() throws UsageError {
        Options options = parse("--only", "nginx,direct", "proxy", "--cases", "T=100,T=40", "--quick");
        assertEquals(
                List.of("direct", "nginx"),
                options.parties().stream().map(Party::name).toList());
        assertEquals(
                List.of("T=40", "T=100"),
                options.cases().stream().map(Case::name).toList());
        assertTrue(options.quick());
    }

    @Test
    void allCasesAreThoseOfTheTableInTheDesign() throws UsageError {
        assertEquals(
                List.of("T=20", "T=40", "T=60", "T=80", "T=100"),
                parse("proxy", "--cases", "all").cases().stream()
                        .map(Case::name)
                        .toList());
    }

    @Test
    void allPartiesAreThoseOnRequestToo() throws UsageError {
        List<String> names = parse("proxy", "--only", "all").parties().stream()
                .map(Party::name)
                .toList();
        assertTrue(names.contains("direct") && names.contains("penstock-netty-io_uring"), names.toString());
    }

    @Test
    void theFileForJsonIsLookedAtBeforeTheRun(@TempDir Path folder) throws UsageError {
        Path file = folder.resolve("result.json");
        assertEquals(
                Optional.of(file), parse("proxy", "--json", file.toString()).json());
        Path nowhere = folder.resolve("missing/result.json");
        UsageError error = assertThrows(UsageError.class, () -> parse("proxy", "--json", nowhere.toString()));
        assertEquals("--json " + nowhere + " cannot be written", error.getMessage());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''                      | no suite given; there are: proxy",
                "prox                    | unknown suite 'prox'; there are: proxy",
                "proxy echo              | one suite at a time: proxy or echo",
                "proxy --fast            | unknown option --fast",
                "proxy --only            | --only needs a value",
                "proxy --cases T=21      | unknown case 'T=21'; there are: T=20, T=40, T=60, T=80, T=100",
                "proxy --list            | --list stands alone",
            })
    void whatCannotBeDoneIsSaidInOneLine(String line, String message) {
        UsageError error =
                assertThrows(UsageError.class, () -> parse(line.isEmpty() ? new String[0] : line.split(" ")));
        assertEquals(message, error.getMessage());
    }

    @Test
    void anUnknownPartyIsAnsweredWithThoseThereAre() {
        UsageError error = assertThrows(UsageError.class, () -> parse("proxy", "--only", "haproxy,envoy"));
        assertTrue(
                error.getMessage().startsWith("unknown party 'envoy'; there are: direct, haproxy,"),
                error.getMessage());
    }

    private static Options parse(String... arguments) throws UsageError {
        return Options.parse(List.of(arguments), SUITES);
    }
}
