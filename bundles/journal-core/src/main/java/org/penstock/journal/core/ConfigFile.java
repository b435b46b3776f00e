package org.penstock.journal.core;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Reads a journal's configuration from what ConfigAdmin gives. Every error is one line that says where, which key, which
 * value, and what is allowed.
 */
final class ConfigFile {
    static final String PID = "org.penstock.journal";

    private static final String SOURCE = "felix.fileinstall.filename";
    private static final Set<String> KEYS = Set.of(
            "directory", "storage", "segment.size", "ring.size", "retention.bytes", "retention.age", "on.failure");
    private static final Pattern FOREIGN =
            Pattern.compile("(service|component|felix|osgi|org\\.osgi|org\\.apache)\\..*");
    private static final Pattern SIZE = Pattern.compile("(\\d{1,18})([kmgt]?)");
    private static final Pattern AGE = Pattern.compile("(\\d{1,18})([smhd])");
    private static final String UNLIMITED = "unlimited";
    private static final long MAX_SEGMENT = 1L << 30;
    private static final long MIN_SEGMENT = 64 << 10;
    private static final int MAX_RING = 1 << 29;
    private static final int MIN_RING = 64 << 10;

    private final Map<String, ?> properties;

    private ConfigFile(Map<String, ?> properties) {
        this.properties = properties;
    }

    /** @throws IllegalArgumentException the line to log */
    static JournalConfig parse(Map<String, ?> properties) {
        return new ConfigFile(properties).parse();
    }

    private JournalConfig parse() {
        properties.keySet().stream()
                .filter(key -> !KEYS.contains(key) && !FOREIGN.matcher(key).matches())
                .sorted()
                .findFirst()
                .ifPresent(key -> {
                    throw bad(
                            key,
                            "unknown key, known are " + KEYS.stream().sorted().collect(Collectors.joining(", ")));
                });
        return new JournalConfig(
                value("directory", "data/journal", "a path", ConfigFile::path),
                value("storage", "nio", "a storage's name: lower-case letters, digits and -", ConfigFile::name),
                value("segment.size", "64m", "64k to 1g, a multiple of 4k", ConfigFile::segmentSize),
                value("ring.size", "8m", "a power of two from 64k to 512m", ConfigFile::ringSize)
                        .intValue(),
                new Retention(
                        value("retention.bytes", UNLIMITED, "a size like 10g, or unlimited", ConfigFile::bytesKept),
                        value("retention.age", UNLIMITED, "an age like 7d, 12h, 30m, or unlimited", ConfigFile::age)),
                value("on.failure", "roll", "roll or stop", ConfigFile::onFailure));
    }

    /** Parsers answer null, or throw, for what is not allowed. */
    private <T> T value(String key, String otherwise, String allowed, Function<String, T> parser) {
        Object given = properties.get(key);
        String text = given == null ? otherwise : given.toString().trim();
        T value;
        try {
            value = parser.apply(text);
        } catch (IllegalArgumentException | ArithmeticException e) {
            value = null;
        }
        if (value == null) {
            throw bad(key, "value \"" + text + "\" is not allowed, allowed is " + allowed);
        }
        return value;
    }

    private IllegalArgumentException bad(String key, String what) {
        Object file = properties.get(SOURCE);
        return new IllegalArgumentException((file == null ? PID : file) + ": " + key + ": " + what);
    }

    private static Path path(String text) {
        try {
            return text.isEmpty() ? null : Path.of(text).toAbsolutePath().normalize();
        } catch (InvalidPathException e) {
            return null;
        }
    }

    private static String name(String text) {
        return text.matches("[a-z0-9-]+") ? text : null;
    }

    private static Long segmentSize(String text) {
        Long size = size(text);
        boolean good = size != null && size >= MIN_SEGMENT && size <= MAX_SEGMENT && size % SegmentHeader.LENGTH == 0;
        return good ? size : null;
    }

    private static Long ringSize(String text) {
        Long size = size(text);
        return size != null && size >= MIN_RING && size <= MAX_RING && Long.bitCount(size) == 1 ? size : null;
    }

    private static Long bytesKept(String text) {
        return text.equals(UNLIMITED) ? (Long) Retention.UNLIMITED : size(text);
    }

    private static Long age(String text) {
        if (text.equals(UNLIMITED)) {
            return Retention.UNLIMITED;
        }
        Matcher m = AGE.matcher(text);
        return m.matches() ? (Long) Math.multiplyExact(Long.parseLong(m.group(1)), nanos(m.group(2))) : null;
    }

    private static long nanos(String unit) {
        return switch (unit) {
            case "s" -> TimeUnit.SECONDS.toNanos(1);
            case "m" -> TimeUnit.MINUTES.toNanos(1);
            case "h" -> TimeUnit.HOURS.toNanos(1);
            default -> TimeUnit.DAYS.toNanos(1);
        };
    }

    private static Long size(String text) {
        Matcher m = SIZE.matcher(text);
        return m.matches()
                ? (Long) Math.multiplyExact(Long.parseLong(m.group(1)), 1L << 10 * " kmgt".indexOf(m.group(2)))
                : null;
    }

    private static OnFailure onFailure(String text) {
        return Arrays.stream(OnFailure.values())
                .filter(each -> each.name().toLowerCase(Locale.ROOT).equals(text))
                .findFirst()
                .orElse(null);
    }
}
