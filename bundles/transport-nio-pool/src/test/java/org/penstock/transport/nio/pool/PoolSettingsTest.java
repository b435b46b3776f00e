package org.penstock.transport.nio.pool;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class PoolSettingsTest {
    private final List<String> complaints = new ArrayList<>();

    private int workers(Map<String, Object> properties, int processors) {
        return PoolSettings.of(properties, PoolSettings.byDefault(processors), new PoolSettings(7), complaints::add)
                .workers();
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "64, 64", "' 8 ', 8"})
    void thereAreAsManyWorkersAsWereAskedFor(String text, int count) {
        assertEquals(count, workers(Map.of("workers", text), 4));
        assertEquals(List.of(), complaints);
    }

    @ParameterizedTest
    @CsvSource({"1, 2", "2, 2", "16, 16", "500, 64"})
    void byDefaultThereAreAsManyAsProcessorsWithinBounds(int processors, int count) {
        assertEquals(count, workers(Map.of(), processors));
        assertEquals(count, workers(Map.of("workers", 0), processors));
        assertEquals(List.of(), complaints);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "65", "many", "1.5", "99999999999"})
    void aBadValueGivesOneLineAndTheFormerOneStays(String value) {
        assertEquals(7, workers(Map.of("workers", value), 4));
        assertEquals(
                List.of("org.penstock.transport.nio.pool: workers = " + value
                        + ": not allowed; allowed is a whole number from 0 to 64"),
                complaints);
    }

    @Test
    void anUnknownKeyIsToldWithItsFileAndWhatTheFrameworkAddsIsNot() {
        Map<String, Object> properties = Map.of(
                "worker", "5",
                "felix.fileinstall.filename", "file:/srv/etc/org.penstock.transport.nio.pool.cfg",
                "service.pid", "org.penstock.transport.nio.pool",
                "component.name", "x",
                "penstock.transport", "nio-pool",
                "workers", "5");
        assertEquals(7, workers(properties, 4));
        assertEquals(
                List.of("org.penstock.transport.nio.pool.cfg: worker = 5: unknown key; allowed are workers"),
                complaints);
    }
}
