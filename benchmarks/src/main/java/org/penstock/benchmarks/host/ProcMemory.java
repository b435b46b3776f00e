package org.penstock.benchmarks.host;

import java.util.List;

/**
 * Memory of a process as /proc/PID/status has it.
 *
 * @param residentBytes resident now
 * @param peakBytes the most that was resident since the process began, or since the mark was reset
 */
record ProcMemory(long residentBytes, long peakBytes) {
    static final ProcMemory NONE = new ProcMemory(0, 0);

    static ProcMemory parse(List<String> status) {
        return new ProcMemory(bytes(status, "VmRSS:"), bytes(status, "VmHWM:"));
    }

    ProcMemory plus(ProcMemory other) {
        return new ProcMemory(residentBytes + other.residentBytes, peakBytes + other.peakBytes);
    }

    /** The kernel counts in kB of 1,024 bytes. A process that has ended and is not waited for has no such line: 0. */
    private static long bytes(List<String> status, String key) {
        return status.stream()
                .filter(line -> line.startsWith(key))
                .mapToLong(line -> Long.parseLong(
                                line.substring(key.length()).replace("kB", "").strip())
                        << 10)
                .findFirst()
                .orElse(0);
    }
}
