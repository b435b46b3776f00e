package org.penstock.config.files;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * What is found in {@code etc/}, for whoever shows it or would wait in vain for what is kept back: a service
 * {@code Supplier<Map<String, String>>} with the property {@link #PROPERTY} = {@link #VALUE}. It and what it gives are the
 * JDK's, so that nobody has to be wired to this bundle, or minds its updates.
 *
 * <p>A map from a file's name to a line, as the log has it, that begins with this name; in order of the names, and never
 * changed again. What is kept back is there at once, and gone once it is read; everything else, when it has lasted long
 * enough to be told in the log. Usable from any thread; it looks at no disk.
 */
final class Findings implements Supplier<Map<String, String>> {
    static final String PROPERTY = "penstock.supplies";
    static final String VALUE = "configuration-findings";

    private final Supplier<Map<String, String>> keptBack;
    private volatile Map<String, String> lasting = Map.of();

    /** @param keptBack why, by the file's name */
    Findings(Supplier<Map<String, String>> keptBack) {
        this.keptBack = keptBack;
    }

    /** @param lines of everything else, by what they are about; not changed afterwards */
    void last(Map<String, String> lines) {
        lasting = lines;
    }

    @Override
    public Map<String, String> get() {
        return Collections.unmodifiableMap(with(lasting));
    }

    /** Those lines and what is kept back now, which counts before another line of a file. */
    SortedMap<String, String> with(Map<String, String> lines) {
        SortedMap<String, String> all = new TreeMap<>(lines);
        keptBack.get().forEach((name, why) -> all.put(name, line(name, why)));
        return all;
    }

    static String line(String name, String why) {
        return name + ": " + why;
    }
}
