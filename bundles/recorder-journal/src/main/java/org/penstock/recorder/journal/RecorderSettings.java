package org.penstock.recorder.journal;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.penstock.journal.api.Durability;

/**
 * What an operator can set, from etc/org.penstock.recorder.journal.cfg.
 *
 * @param durability when a record counts as safe
 */
record RecorderSettings(Durability durability) {
    static final String PID = "org.penstock.recorder.journal";
    static final String DURABILITY = "durability";
    static final RecorderSettings DEFAULT = new RecorderSettings(Durability.OS);

    private static final String FILE = "felix.fileinstall.filename";

    /** What the framework, Felix and Karaf add to every configuration. */
    private static final List<String> NOT_OURS = List.of(
            ".", "service.", "component.", "felix.", "org.apache.", "osgi.ds.", "objectClass", "penstock.recorder");

    RecorderSettings {
        Objects.requireNonNull(durability, "durability");
    }

    /**
     * Never fails: a bad value leaves the former one in force.
     *
     * @param former the settings in force
     * @param complaints gets one line for each thing that is wrong
     */
    static RecorderSettings parse(Map<String, ?> properties, RecorderSettings former, Consumer<String> complaints) {
        String where = "config=" + Objects.requireNonNullElse(properties.get(FILE), PID);
        properties.keySet().stream()
                .filter(RecorderSettings::isUnknown)
                .forEach(key ->
                        complaints.accept(where + " key=" + key + " reason=\"unknown key\" allowed=" + DURABILITY));
        Object value = properties.get(DURABILITY);
        return value == null ? DEFAULT : new RecorderSettings(durability(value.toString(), former, where, complaints));
    }

    /** As it would be in the file. */
    Map<String, String> written() {
        return Map.of(DURABILITY, lower(durability));
    }

    private static boolean isUnknown(String key) {
        return !key.equals(DURABILITY) && NOT_OURS.stream().noneMatch(key::startsWith);
    }

    private static Durability durability(
            String text, RecorderSettings former, String where, Consumer<String> complaints) {
        for (Durability d : Durability.values()) {
            if (lower(d).equals(text.trim())) {
                return d;
            }
        }
        complaints.accept(where + " key=" + DURABILITY + " value=\"" + text + "\" allowed=" + allowed() + " using="
                + lower(former.durability()));
        return former.durability();
    }

    private static String allowed() {
        return String.join(
                "|",
                Arrays.stream(Durability.values()).map(RecorderSettings::lower).toList());
    }

    private static String lower(Durability d) {
        return d.name().toLowerCase(Locale.ROOT);
    }
}
