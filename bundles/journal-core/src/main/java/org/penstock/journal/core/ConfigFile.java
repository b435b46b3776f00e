package org.penstock.journal.core;

import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.penstock.log.support.settings.Settings;

/**
 * Reads a journal's configuration from what ConfigAdmin gives. What is wrong is one line.
 */
final class ConfigFile {
    static final String PID = "org.penstock.journal";

    private static final Pattern SIZE = Pattern.compile("(\\d{1,18})([kmgt]?)");
    private static final Pattern AGE = Pattern.compile("(\\d{1,18})([smhd])");
    private static final String UNLIMITED = "unlimited";
    private static final long MAX_SEGMENT = 1L << 30;
    private static final long MIN_SEGMENT = 64 << 10;
    private static final int MAX_RING = 1 << 29;
    private static final int MIN_RING = 64 << 10;

    private ConfigFile() {}

    /** @throws IllegalArgumentException the line to log */
    static JournalConfig parse(Map<String, ?> properties) {
        Settings s = new Settings(PID, properties);
        JournalConfig config = new JournalConfig(
                s.value("directory", "a path", ConfigFile::path, path("data/journal")),
                s.value("storage", "a storage's name: lower-case letters, digits and -", ConfigFile::name, "nio"),
                s.value("segment.size", "64k to 1g, a multiple of 4k", ConfigFile::segmentSize, 64L << 20),
                s.value("ring.size", "a power of two from 64k to 512m", ConfigFile::ringSize, 8 << 20),
                new Retention(
                        s.value(
                                "retention.bytes",
                                "a size like 10g, or unlimited",
                                ConfigFile::bytesKept,
                                Retention.UNLIMITED),
                        s.value(
                                "retention.age",
                                "an age like 7d, 12h, 30m, or unlimited",
                                ConfigFile::age,
                                Retention.UNLIMITED)),
                s.choice("on.failure", OnFailure.class, OnFailure.ROLL));
        s.check();
        return config;
    }

    private static Path path(String text) {
        return Path.of(text).toAbsolutePath().normalize();
    }

    private static String name(String text) {
        return text.matches("[a-z0-9-]+") ? text : null;
    }

    private static Long segmentSize(String text) {
        Long size = size(text);
        boolean good = size != null && size >= MIN_SEGMENT && size <= MAX_SEGMENT && size % SegmentHeader.LENGTH == 0;
        return good ? size : null;
    }

    private static Integer ringSize(String text) {
        Long size = size(text);
        boolean good = size != null && size >= MIN_RING && size <= MAX_RING && Long.bitCount(size) == 1;
        return good ? (Integer) size.intValue() : null;
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
}
