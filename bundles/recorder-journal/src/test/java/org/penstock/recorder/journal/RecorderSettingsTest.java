package org.penstock.recorder.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.penstock.journal.api.Durability;

/** A bad value costs one clear line, and changes nothing. */
class RecorderSettingsTest {
    private static final RecorderSettings DISK = new RecorderSettings(Durability.DISK);

    private final List<String> complaints = new ArrayList<>();

    @ParameterizedTest
    @EnumSource
    void eachDurabilityIsKnownInSmallLettersOnly(Durability d) {
        String name = d.name().toLowerCase(Locale.ROOT);
        assertEquals(d, parse(Map.of("durability", " " + name + " ")).durability());
        assertEquals(List.of(), complaints);

        for (String other : List.of(d.name(), d.name().charAt(0) + name.substring(1))) {
            assertEquals(Durability.DISK, parse(Map.of("durability", other)).durability());
            assertEquals(
                    "org.penstock.recorder.journal: durability = " + other + ": not allowed; allowed is disk, os, none",
                    complaints.remove(0));
        }
    }

    @Test
    void nothingConfiguredIsTheOperatingSystem() {
        assertEquals(Durability.OS, parse(Map.of()).durability());
    }

    @Test
    void aBadValueLeavesTheFormerOneAndSaysWhereAndWhatIsAllowed() {
        Map<String, Object> bad = Map.of(
                "durability", "sometimes", "felix.fileinstall.filename", "file:/etc/org.penstock.recorder.journal.cfg");
        assertEquals(Durability.DISK, parse(bad).durability());
        assertEquals(
                List.of(
                        "org.penstock.recorder.journal.cfg: durability = sometimes: not allowed; allowed is disk, os, none"),
                complaints);
    }

    @Test
    void noValueIsABadOne() {
        assertEquals(Durability.DISK, parse(Map.of("durability", " ")).durability());
        assertEquals(1, complaints.size());
    }

    @Test
    void anUnknownKeyIsNamedAndTheFrameworksOwnAreNot() {
        parse(Map.of(
                "durabilty",
                "disk",
                "service.pid",
                "x",
                "component.id",
                1L,
                "felix.fileinstall.filename",
                "f",
                "penstock.recorder",
                "journal",
                ".private",
                1));
        assertEquals(List.of("f: durabilty = disk: unknown key; allowed are durability"), complaints);
    }

    private RecorderSettings parse(Map<String, ?> properties) {
        return RecorderSettings.parse(properties, DISK, complaints::add);
    }
}
