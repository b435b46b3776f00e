package org.penstock.log.support;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A setting that one configuration has otherwise than the one before it, both as they would be written in the file. A key
 * that is not there has its default.
 *
 * @param key in the file
 * @param before what it was
 * @param after what it is
 */
public record Change(String key, String before, String after) {
    /**
     * What an edit changes.
     *
     * @param before each key with its value
     * @param after the same keys, in the order of the answer
     */
    public static List<Change> between(Map<String, String> before, Map<String, String> after) {
        List<Change> changes = new ArrayList<>();
        after.forEach((key, value) -> {
            String former = before.get(key);
            if (!value.equals(former)) {
                changes.add(new Change(key, former, value));
            }
        });
        return changes;
    }

    /** The same in one line for an operator; empty where both mean the same, as with an edit of a comment. */
    public static Optional<String> told(Map<String, String> before, Map<String, String> after) {
        return between(before, after).stream().map(Change::toString).reduce((some, next) -> some + "; " + next);
    }

    /** For an operator: {@code sessions.max = 10000 -> 7}. */
    @Override
    public String toString() {
        return key + " = " + before + " -> " + after;
    }
}
