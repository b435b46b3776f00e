package org.penstock.log.support;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ChangeTest {
    private static Map<String, String> written(String... keysAndValues) {
        Map<String, String> written = new LinkedHashMap<>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            written.put(keysAndValues[i], keysAndValues[i + 1]);
        }
        return written;
    }

    @Test
    void whatAnEditChangesIsOneLineInTheOrderOfTheKeys() {
        Map<String, String> before = written("size", "64k", "age", "7d", "name", "a");
        Map<String, String> after = written("size", "1m", "age", "7d", "name", "b");
        assertEquals(Optional.of("size = 64k -> 1m; name = a -> b"), Change.told(before, after));
        assertEquals(
                List.of(new Change("size", "64k", "1m"), new Change("name", "a", "b")), Change.between(before, after));
    }

    @Test
    void nothingThatStaysIsAChange() {
        Map<String, String> same = written("size", "64k", "age", "7d");
        assertEquals(Optional.empty(), Change.told(same, same));
        assertEquals(List.of(), Change.between(same, same));
    }
}
