package org.penstock.log.support.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is written is read, or told with what is allowed, and nothing is passed over. */
class SettingsTest {
    private enum Colour {
        RED,
        BLUE
    }

    private static Settings of(Map<String, ?> values) {
        return new Settings("org.example", values);
    }

    /** Reads a key of each kind. */
    private static List<Object> readAll(Settings s) {
        List<Object> all = new ArrayList<>();
        all.add(s.name("name", "none"));
        all.add(s.names("names", List.of("a")));
        all.add(s.number("number", 1, 9, 5));
        all.add(s.size("size", 0, 1 << 20, 7));
        all.add(s.duration("duration", Duration.ZERO, Duration.ofSeconds(3)));
        all.add(s.choice("choice", Colour.class, Colour.RED));
        all.add(s.value("value", "a whole number", Integer::valueOf, 6));
        return all;
    }

    @Test
    void whatIsNotWrittenHasItsDefault() {
        Settings s = of(Map.of());
        assertEquals(List.of("none", List.of("a"), 5, 7, Duration.ofSeconds(3), Colour.RED, 6), readAll(s));
        assertEquals(List.of(), s.problems());
    }

    @Test
    void whatIsWrittenIsRead() {
        Settings s = of(Map.of(
                "name",
                "b-1",
                "names",
                " x , y ",
                "number",
                9,
                "size",
                "64k",
                "duration",
                "250ms",
                "choice",
                "blue",
                "value",
                " 12 "));
        assertEquals(
                List.of("b-1", List.of("x", "y"), 9, 64 << 10, Duration.ofMillis(250), Colour.BLUE, 12), readAll(s));
        assertEquals(List.of(), s.problems());
    }

    @ParameterizedTest
    @CsvSource({"name, A b", "names, 'a,,b'", "number, 10", "size, 2m", "duration, 3", "choice, BLUE", "value, many"})
    void aMistakeIsOneLineAndReadsAsTheDefault(String key, String value) {
        Settings s = of(Map.of(key, value));
        assertEquals(readAll(of(Map.of())), readAll(s));
        assertEquals(1, s.problems().size(), s.problems().toString());
        String line = s.problems().get(0);
        assertEquals(
                "org.example: " + key + " = " + value + ": not allowed; allowed is ",
                line.substring(0, line.indexOf("is ") + 3));
    }

    @Test
    void whatMustBeThereIsMissedAndHasNoDefault() {
        Settings s = of(Map.of());
        assertNull(s.required("path", "a path", text -> text));
        assertEquals(List.of("org.example: path is missing; allowed is a path"), s.problems());
        Settings empty = of(Map.of("path", " "));
        assertNull(empty.required("path", "a path", text -> text));
        assertEquals(List.of("org.example: path has no value; allowed is a path"), empty.problems());
    }

    @Test
    void whatNobodyReadsIsUnknownUnlessSomebodyElseHasAddedIt() {
        Map<String, Object> values = new HashMap<>();
        for (String added : List.of(
                "service.pid",
                "component.id",
                "felix.fileinstall.filename",
                "org.apache.karaf.features.configKey",
                "osgi.ds.satisfying.condition.target",
                "objectClass",
                ".private",
                "penstock.kind")) {
            values.put(added, "file:/etc/org.example.cfg");
        }
        values.put("nmae", "b");
        Settings s = new Settings("org.example", values, "penstock.kind");
        s.name("name", "none");
        assertEquals(List.of("org.example.cfg: nmae = b: unknown key; allowed are name"), s.problems());
    }

    @Test
    void withAMistakeWhatWasInForceStays() {
        List<String> complaints = new ArrayList<>();
        Settings good = of(Map.of("number", "2"));
        assertEquals(2, good.taken(good.number("number", 1, 9, 5), 7, complaints::add));
        assertEquals(List.of(), complaints);
        Settings bad = of(Map.of("number", "2", "nubmer", "3"));
        assertEquals(7, bad.taken(bad.number("number", 1, 9, 5), 7, complaints::add));
        assertEquals(List.of("org.example: nubmer = 3: unknown key; allowed are number"), complaints);
    }

    @Test
    void whoCannotGoOnIsToldAllInOneLine() {
        of(Map.of()).check();
        Settings s = of(Map.of("number", "0", "colour", "blue"));
        s.number("number", 1, 9, 5);
        assertEquals(
                "org.example: number = 0: not allowed; allowed is a whole number from 1 to 9;"
                        + " org.example: colour = blue: unknown key; allowed are number",
                assertThrows(IllegalArgumentException.class, s::check).getMessage());
    }
}
