package org.penstock.recorder.journal;

import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.penstock.journal.api.Durability;
import org.penstock.log.support.settings.Settings;
import org.penstock.recorder.api.Recorder;

/**
 * What an operator can set, from etc/org.penstock.recorder.journal.cfg.
 *
 * @param durability when a record counts as safe
 */
record RecorderSettings(Durability durability) {
    static final String PID = "org.penstock.recorder.journal";
    static final String DURABILITY = "durability";
    static final RecorderSettings DEFAULT = new RecorderSettings(Durability.OS);

    RecorderSettings {
        Objects.requireNonNull(durability, "durability");
    }

    /**
     * Never fails.
     *
     * @param former in force, and so it stays where there is a mistake
     * @param complaints gets one line for each thing that is wrong
     */
    static RecorderSettings parse(Map<String, ?> properties, RecorderSettings former, Consumer<String> complaints) {
        Settings s = new Settings(PID, properties, Recorder.NAME);
        RecorderSettings read = new RecorderSettings(s.choice(DURABILITY, Durability.class, DEFAULT.durability));
        return s.taken(read, former, complaints);
    }

    /** As it would be in the file. */
    Map<String, String> written() {
        return Map.of(DURABILITY, Settings.written(durability));
    }
}
