package org.penstock.config.files;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.penstock.log.support.Excerpt;
import org.penstock.log.support.settings.Settings;

/**
 * The keys of a file. The configuration admin service takes no empty one, and none twice in different capitals. Some it
 * writes itself, as FileInstall does, over what the file says; others the readers of ours pass over, as they come from the
 * framework.
 */
final class Keys {
    private static final String OURS = "org.penstock.";

    /** In small letters. */
    private static final Set<String> WRITTEN =
            Set.of("service.pid", "service.factorypid", "service.bundlelocation", "felix.fileinstall.filename");

    private final String file;
    private final Map<String, Entry> entries;

    /** @param file its name */
    Keys(String file, Map<String, Entry> entries) {
        this.file = file;
        this.entries = entries;
    }

    Optional<Mistake> firstMistake() {
        Map<String, String> bySmallLetters = new HashMap<>();
        for (String key : byLine()) {
            int line = entries.get(key).line();
            if (key.isEmpty()) {
                return Optional.of(new Mistake(line, "has no key", "KEY = VALUE"));
            }
            String small = key.toLowerCase(Locale.ROOT);
            if (isOfTheFramework(key, small)) {
                return Optional.of(new Mistake(
                        line,
                        "has the key " + Excerpt.of(key) + ", which the framework sets itself",
                        "none of its keys"));
            }
            String other = bySmallLetters.put(small, key);
            if (other != null) {
                return Optional.of(new Mistake(line, "has the key " + Excerpt.of(key) + twin(other), "one of them"));
            }
        }
        return Optional.empty();
    }

    private List<String> byLine() {
        return entries.keySet().stream()
                .sorted(Comparator.comparingInt(key -> entries.get(key).line()))
                .toList();
    }

    private boolean isOfTheFramework(String key, String small) {
        return WRITTEN.contains(small)
                || file.startsWith(OURS) && (Settings.isForeign(key) || Settings.isForeign(small));
    }

    private String twin(String other) {
        return ", which is " + Excerpt.of(other) + " of line "
                + entries.get(other).line() + " in other capitals";
    }
}
