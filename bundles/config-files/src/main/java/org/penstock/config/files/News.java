package org.penstock.config.files;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Tells findings that last, each once for as long as it does. On one thread. */
final class News {
    /** Looks at which something must be found one after the other: what is being exchanged or copied is nothing to tell. */
    static final int LOOKS = 3;

    private final Consumer<String> tell;
    private final Map<String, Seen> seen = new HashMap<>();

    private record Seen(String line, int looks) {}

    News(Consumer<String> tell) {
        this.tell = tell;
    }

    /** Those that have been told and are found still: lines by what they are about. */
    Map<String, String> lasting() {
        return seen.entrySet().stream()
                .filter(e -> e.getValue().looks >= LOOKS)
                .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, e -> e.getValue().line));
    }

    /** @param findings lines by what they are about */
    void found(Map<String, String> findings) {
        seen.keySet().retainAll(findings.keySet());
        findings.forEach((about, line) -> {
            Seen before = seen.get(about);
            int looks = before != null && before.line.equals(line) ? before.looks + 1 : 1;
            seen.put(about, new Seen(line, Math.min(looks, LOOKS + 1)));
            if (looks == LOOKS) {
                tell.accept(line);
            }
        });
    }
}
