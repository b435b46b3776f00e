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

    /** The kernel counts in kB of 1,024 bytes. */
    static ProcMemory parse(List<String> status) {
        ProcLines lines = new ProcLines(status);
        return new ProcMemory(lines.number("VmRSS") << 10, lines.number("VmHWM") << 10);
    }

    ProcMemory plus(ProcMemory other) {
        return new ProcMemory(residentBytes + other.residentBytes, peakBytes + other.peakBytes);
    }
}
