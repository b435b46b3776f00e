package org.penstock.benchmarks.writes;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.penstock.benchmarks.Party;

class SettingTest {
    private static Setting named(String name) {
        return Setting.ALL.stream()
                .filter(s -> s.party().name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aConfigurationHasALineForEachKey() {
        assertEquals("", named(Setting.DEFAULTS).lines());
        assertEquals(
                List.of("write.copy-limit = 16k", "write.high-water = 256k", "write.low-water = 64k"),
                named("high-256k-copy-16k").lines().lines().toList());
    }

    @Test
    void noTwoAreTheSame() {
        List<String> all = Setting.ALL.stream().map(Setting::lines).toList();
        assertEquals(all.size(), new HashSet<>(all).size());
        Set<String> names =
                Setting.ALL.stream().map(Setting::party).map(Party::name).collect(Collectors.toSet());
        assertEquals(all.size(), names.size());
    }

    @Test
    void eachStreamIsWholeMessages() {
        for (Stream stream : Stream.ALL) {
            assertEquals(Stream.MEGABYTES * 1e6, (double) stream.messages() * stream.messageBytes());
        }
    }
}
