package org.penstock.benchmarks.host;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** How many descriptors a process may have open. */
public final class DescriptorLimit {
    private static final String KEY = "Max open files";
    private static final int SOFT = 0; // of the columns behind the key

    private DescriptorLimit() {}

    /** Of this process, and of those it starts: a JVM raises its soft limit to the hard one, and children inherit it. */
    public static long perProcess() {
        try {
            return parse(Files.readAllLines(Path.of("/proc/self/limits")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static long parse(List<String> limits) {
        String soft = limits.stream()
                .filter(line -> line.startsWith(KEY))
                .map(line -> line.substring(KEY.length()).strip().split("\\s+", -1)[SOFT])
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no '" + KEY + "'"));
        return soft.equals("unlimited") ? Long.MAX_VALUE : Long.parseLong(soft);
    }
}
