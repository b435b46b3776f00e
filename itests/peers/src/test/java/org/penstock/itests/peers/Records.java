package org.penstock.itests.peers;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the journal has of the sessions of {@link Askers}. */
record Records(List<JsonNode> all) {
    private static final Pattern TAG = Pattern.compile("SELECT '(asker\\d+-\\d+)'");

    List<JsonNode> ofType(String type) {
        return all.stream().filter(r -> r.get("type").asText().equals(type)).toList();
    }

    /** Of the questions that were recorded, in the journal's order. */
    List<String> tags() {
        List<String> tags = new ArrayList<>();
        for (JsonNode r : ofType("exchange")) {
            Matcher m = TAG.matcher(r.path("attributes").path("db.query.text").asText());
            if (m.find()) {
                tags.add(m.group(1));
            }
        }
        return tags;
    }

    /** How many exchanges gaps tell of. */
    long missing() {
        return ofType("gap").stream()
                .mapToLong(g -> g.get("exchanges").asLong())
                .sum();
    }

    /** Each session's numbers go on one after the other; a gap says which are not there. */
    void assertSequencesWithoutHoles() {
        Map<Long, Long> next = new HashMap<>();
        for (JsonNode r : all) {
            long session = r.get("session").asLong();
            long sequence = r.get("sequence").asLong();
            long from = r.path("first_sequence").asLong(sequence);
            assertEquals(next.getOrDefault(session, 0L), from, r::toString);
            next.put(session, sequence + 1);
        }
    }
}
