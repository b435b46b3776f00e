package org.penstock.benchmarks.processors;

import java.util.List;
import java.util.stream.Stream;
import org.penstock.benchmarks.Case;

/**
 * A size of message. A kB is 1,000 bytes.
 *
 * @param name as the tables have it
 * @param bytes of content
 */
record MessageSize(String name, int bytes) {
    static final List<MessageSize> ALL = Stream.of(
                    "10B", "1kB", "10kB", "20kB", "50kB", "100kB", "200kB", "500kB", "1MB", "10MB", "64MB")
            .map(MessageSize::parse)
            .toList();

    private static MessageSize parse(String name) {
        int digits = 0;
        while (Character.isDigit(name.charAt(digits))) {
            digits++;
        }
        int unit = switch (name.substring(digits)) {
            case "B" -> 1;
            case "kB" -> 1_000;
            case "MB" -> 1_000_000;
            default -> throw new IllegalArgumentException(name);
        };
        return new MessageSize(name, Integer.parseInt(name.substring(0, digits)) * unit);
    }

    static MessageSize of(Case load) {
        return ALL.stream()
                .filter(size -> size.name.equals(load.name()))
                .findFirst()
                .orElseThrow();
    }
}
