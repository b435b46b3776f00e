package org.penstock.journal.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigFileTest {
    private static String error(String key, Object value) {
        return assertThrows(IllegalArgumentException.class, () -> ConfigFile.parse(Map.of(key, value)))
                .getMessage();
    }

    @Test
    void withoutAnyKeyEverythingHasItsDefault() {
        JournalConfig config = ConfigFile.parse(Map.of("service.pid", "org.penstock.journal"));
        assertEquals(Path.of("data/journal").toAbsolutePath(), config.directory());
        assertEquals("nio", config.storage());
        assertEquals(64L << 20, config.segmentSize());
        assertEquals(8 << 20, config.ringSize());
        assertEquals(new Retention(Retention.UNLIMITED, Retention.UNLIMITED), config.retention());
        assertEquals(OnFailure.ROLL, config.onFailure());
        assertEquals((1 << 20) - 8, config.longestPayload());
    }

    @Test
    void everyKeyIsHeard() {
        Map<String, Object> keys = new HashMap<>();
        keys.put("directory", "/var/x/../lib/j");
        keys.put("storage", "mapped");
        keys.put("segment.size", " 128m ");
        keys.put("ring.size", "65536");
        keys.put("retention.bytes", "10g");
        keys.put("retention.age", "7d");
        keys.put("on.failure", "stop");
        assertEquals(
                new JournalConfig(
                        Path.of("/var/lib/j"),
                        "mapped",
                        128L << 20,
                        65_536,
                        new Retention(10L << 30, TimeUnit.DAYS.toNanos(7)),
                        OnFailure.STOP),
                ConfigFile.parse(keys));
    }

    @ParameterizedTest
    @CsvSource({"s, 1", "m, 60", "h, 3600", "d, 86400"})
    void anAgeHasItsUnit(String unit, long seconds) {
        JournalConfig config = ConfigFile.parse(Map.of("retention.age", "3" + unit));
        assertEquals(TimeUnit.SECONDS.toNanos(3 * seconds), config.retention().ageNanos());
    }

    @ParameterizedTest
    @CsvSource({
        "segment.size, 100",
        "segment.size, 65537",
        "segment.size, 2g",
        "segment.size, much",
        "segment.size, -64m",
        "segment.size, 64mb",
        "segment.size, 999999999999999999t",
        "ring.size, 3m",
        "ring.size, 1k",
        "ring.size, 1g",
        "retention.bytes, 10x",
        "retention.age, 7",
        "retention.age, 7w",
        "retention.age, 99999999999999d",
        "storage, 'n i o'",
        "on.failure, ROLLL",
        "segment.size, 64M",
        "ring.size, 64K",
        "retention.bytes, 10G",
        "retention.bytes, 1T",
        "retention.bytes, Unlimited",
        "retention.age, 7D",
        "retention.age, UNLIMITED",
        "storage, NIO",
        "storage, Nio",
        "on.failure, Roll",
        "on.failure, STOP",
    })
    void aBadValueIsNamedWithItsKeyAndWhatIsAllowed(String key, String value) {
        String error = error(key, value);
        assertTrue(
                error.startsWith("org.penstock.journal: " + key + " = " + value + ": not allowed; allowed is "), error);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "directory",
                "storage",
                "segment.size",
                "ring.size",
                "retention.bytes",
                "retention.age",
                "on.failure"
            })
    void aKeyWithoutAValueIsNamedWithWhatIsAllowed(String key) {
        String error = error(key, " ");
        assertTrue(error.startsWith("org.penstock.journal: " + key + " has no value; allowed is "), error);
    }

    @Test
    void allMistakesAreInTheLine() {
        String error = assertThrows(
                        IllegalArgumentException.class,
                        () -> ConfigFile.parse(Map.of("ring.size", "7", "on.failure", "sulk", "colour", "blue")))
                .getMessage();
        assertEquals(
                "org.penstock.journal: ring.size = 7: not allowed; allowed is a power of two from 64k to 512m;"
                        + " org.penstock.journal: on.failure = sulk: not allowed; allowed is roll, stop;"
                        + " org.penstock.journal: colour = blue: unknown key; allowed are directory, on.failure,"
                        + " retention.age, retention.bytes, ring.size, segment.size, storage",
                error);
    }

    @Test
    void theFileIsNamedWhereThereIsOne() {
        String error = assertThrows(
                        IllegalArgumentException.class,
                        () -> ConfigFile.parse(Map.of(
                                "ring.size", "7", "felix.fileinstall.filename", "file:/etc/org.penstock.journal.cfg")))
                .getMessage();
        assertEquals(
                "org.penstock.journal.cfg: ring.size = 7: not allowed; allowed is a power of two from 64k to 512m",
                error);
    }

    @Test
    void anUnknownKeyIsNamedWithThoseThatAreKnown() {
        assertEquals(
                "org.penstock.journal: segmentsize = 64m: unknown key; allowed are directory, on.failure, retention.age,"
                        + " retention.bytes, ring.size, segment.size, storage",
                error("segmentsize", "64m"));
    }
}
