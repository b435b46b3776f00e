package org.penstock.codec.mysql;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CodecSettingsTest {
    private static final CodecSettings FORMER = new CodecSettings(99, 2 << 20);

    private final List<String> complaints = new ArrayList<>();

    @Test
    void withoutConfigurationTheDefaultHolds() {
        assertEquals(16384, CodecSettings.of(Map.of(), FORMER, complaints::add).textLimit());
        assertEquals(List.of(), complaints);
    }

    @Test
    void numbersAndTextsAreTaken() {
        assertEquals(
                0,
                CodecSettings.of(Map.of("text.limit", 0), FORMER, complaints::add)
                        .textLimit());
        assertEquals(
                131072,
                CodecSettings.of(Map.of("text.limit", " 131072 "), FORMER, complaints::add)
                        .textLimit());
        assertEquals(List.of(), complaints);
    }

    @Test
    void memoryIsASize() {
        assertEquals(
                64 << 20, CodecSettings.of(Map.of(), FORMER, complaints::add).inflationMemory());
        assertEquals(
                5 << 20,
                CodecSettings.of(Map.of("inflation.memory", "5m"), FORMER, complaints::add)
                        .inflationMemory());
        assertEquals(List.of(), complaints);
        assertEquals(FORMER, CodecSettings.of(Map.of("inflation.memory", "1023k"), FORMER, complaints::add));
        assertEquals(1, complaints.size());
    }

    @Test
    void anUnknownKeyIsToldWithItsFileAndWhatTheFrameworkAddsIsNot() {
        Map<String, Object> properties = Map.of(
                "text.limt", "5",
                "felix.fileinstall.filename", "file:/srv/etc/org.penstock.codec.mysql.cfg",
                "service.pid", "org.penstock.codec.mysql",
                "component.name", "x",
                "penstock.protocol", "mysql",
                "text.limit", "5");
        assertEquals(FORMER, CodecSettings.of(properties, FORMER, complaints::add));
        assertEquals(
                List.of(
                        "org.penstock.codec.mysql.cfg: text.limt = 5: unknown key; allowed are inflation.memory, text.limit"),
                complaints);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "131073", "16k", "99999999999"})
    void aBadValueGivesOneLineAndTheFormerOneStays(String value) {
        assertEquals(
                99,
                CodecSettings.of(Map.of("text.limit", value), FORMER, complaints::add)
                        .textLimit());
        assertEquals(
                List.of("org.penstock.codec.mysql: text.limit = " + value
                        + ": not allowed; allowed is a whole number from 0 to 131072"),
                complaints);
    }
}
