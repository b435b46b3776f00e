package org.penstock.itests.architecture;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One clause of a manifest header: a name, its attributes, and its directives with a colon behind their names. */
record Clause(String name, Map<String, String> parameters) {
    static List<Clause> parse(String header) {
        List<Clause> clauses = new ArrayList<>();
        for (String clause : split(header == null ? "" : header, ',')) {
            List<String> parts = split(clause, ';');
            Map<String, String> parameters = new LinkedHashMap<>();
            for (String part : parts.subList(1, parts.size())) {
                int equals = part.indexOf('=');
                String key = part.substring(0, equals).strip();
                parameters.put(key, part.substring(equals + 1).strip().replaceAll("^\"|\"$", ""));
            }
            clauses.add(new Clause(parts.get(0).strip(), parameters));
        }
        return clauses;
    }

    private static List<String> split(String text, char separator) {
        List<String> parts = new ArrayList<>();
        boolean quoted = false;
        int from = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"') {
                quoted = !quoted;
            } else if (c == separator && !quoted) {
                parts.add(text.substring(from, i));
                from = i + 1;
            }
        }
        if (from < text.length()) {
            parts.add(text.substring(from));
        }
        return parts;
    }

    String attribute(String key) {
        return parameters.get(key);
    }

    String directive(String key) {
        return parameters.get(key + ":");
    }
}
