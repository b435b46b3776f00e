package org.penstock.benchmarks.host;

import java.util.List;

/** A file of {@code /proc/PID} with a line {@code KEY: NUMBER UNIT} for each of what it tells (proc(5)). */
record ProcLines(List<String> lines) {
    /** In the unit that the line names. A process that has ended and is not waited for has no such line: 0. */
    long number(String key) {
        String begin = key + ":";
        return lines.stream()
                .filter(line -> line.startsWith(begin))
                .mapToLong(line ->
                        Long.parseLong(line.substring(begin.length()).strip().split(" ", 2)[0]))
                .findFirst()
                .orElse(0);
    }
}
