package org.penstock.proxy.core.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.osgi.framework.FrameworkUtil;
import org.penstock.log.support.Change;

class WrittenTest {
    private static final Map<String, String> LEAST = Map.of("listen", "127.0.0.1:3307", "backend", "db.example:3306");

    /** Of every key another value than its default, written as it is told. */
    private static final Map<String, String> ALL = Map.ofEntries(
            Map.entry("listen", "[::1]:13306"),
            Map.entry("backend", "10.0.0.7:65535"),
            Map.entry("protocol", "mysql"),
            Map.entry("transport", "bio,nio"),
            Map.entry("recorder", "journal,log"),
            Map.entry("record.level", "full"),
            Map.entry("record.overload", "drop"),
            Map.entry("record.opaque", "bytes"),
            Map.entry("sessions.max", "7"),
            Map.entry("connect.timeout", "250ms"),
            Map.entry("idle.timeout", "7200s"),
            Map.entry("drain.timeout", "0"),
            Map.entry("park.timeout", "60s"),
            Map.entry("hold.timeout", "1500ms"),
            Map.entry("strands", "4"),
            Map.entry("read.buffer", "8192"),
            Map.entry("socket.sndbuf", "1048576"),
            Map.entry("socket.rcvbuf", "65536"),
            Map.entry("write.spin", "8"),
            Map.entry("write.copy-limit", "32768"),
            Map.entry("write.high-water", "65536"),
            Map.entry("write.low-water", "32768"));

    private static ConfigReader.Result read(Map<String, String> values) {
        return ConfigReader.read("org.penstock.proxy~demo", FrameworkUtil.asDictionary(values));
    }

    private static ProxyConfig config(Map<String, String> values) {
        return assertInstanceOf(ConfigReader.Result.Good.class, read(values)).config();
    }

    private static List<Change> changes(Map<String, String> before, Map<String, String> after) {
        return Change.between(Written.of(config(before)), Written.of(config(after)));
    }

    @Test
    void everySettingThatChangesIsToldAsItIsWritten() {
        Map<String, String> told = new TreeMap<>();
        changes(LEAST, ALL).forEach(c -> told.put(c.key(), c.after()));
        assertEquals(new TreeMap<>(ALL), told);
    }

    @Test
    void noKeyIsUntold() {
        assertEquals(new TreeSet<>(KnownKeys.all()), new TreeSet<>(ALL.keySet()));
    }

    @Test
    void aKeyThatIsTakenOutGoesBackToItsDefault() {
        Map<String, String> with = new HashMap<>(LEAST);
        with.put("recorder", "journal");
        assertEquals(
                List.of("recorder = journal -> none", "record.level = exchanges -> off"),
                changes(with, LEAST).stream().map(Change::toString).toList());
    }

    @Test
    void theSameInOtherWordsIsNoChange() {
        Map<String, String> words = new HashMap<>(LEAST);
        words.putAll(
                Map.of("transport", " nio ", "hold.timeout", "5000ms", "read.buffer", "128k", "idle.timeout", "0s"));
        assertEquals(List.of(), changes(LEAST, words));
    }
}
