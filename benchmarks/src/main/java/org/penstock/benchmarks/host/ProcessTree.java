package org.penstock.benchmarks.host;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * A process and its descendants, as the operating system accounts for them. Memory that two of them share counts twice;
 * differences between two moments do not mind.
 */
public final class ProcessTree {
    private static final String RESET_PEAK = "5"; // proc_pid_clear_refs(5)

    private final ProcessHandle root;
    private final long nanosPerTick;

    ProcessTree(ProcessHandle root, long nanosPerTick) {
        this.root = root;
        this.nanosPerTick = nanosPerTick;
    }

    public long rootPid() {
        return root.pid();
    }

    /** User and system time used so far, in nanoseconds; the kernel tells it in ticks, usually of 10 ms. */
    public long cpuNanos() {
        return members()
                        .mapToLong(process -> ProcStat.parse(
                                        read(process, "stat", "0 (gone) Z 0 0 0 0 0 0 0 0 0 0 0 0 0 0"))
                                .ticks())
                        .sum()
                * nanosPerTick;
    }

    /** System calls that read or write, so far. */
    public ProcIo calls() {
        return members()
                .map(process -> ProcIo.parse(List.of(read(process, "io", "").split("\n"))))
                .reduce(ProcIo.NONE, ProcIo::plus);
    }

    public long residentBytes() {
        return memory().residentBytes();
    }

    /** The most that was resident since {@link #resetPeak}. */
    public long peakBytes() {
        return memory().peakBytes();
    }

    /** Starts {@link #peakBytes} anew. Where the kernel does not allow it, the peak stays that of the whole life. */
    public void resetPeak() {
        members().forEach(process -> {
            try {
                Files.writeString(file(process, "clear_refs"), RESET_PEAK);
            } catch (IOException e) {
                // gone, or not ours to reset: the peak then is one of a longer time
            }
        });
    }

    private ProcMemory memory() {
        return members()
                .map(process ->
                        ProcMemory.parse(List.of(read(process, "status", "").split("\n"))))
                .reduce(ProcMemory.NONE, ProcMemory::plus);
    }

    private Stream<ProcessHandle> members() {
        return Stream.concat(Stream.of(root), root.descendants());
    }

    private static String read(ProcessHandle process, String name, String whenGone) {
        try {
            return Files.readString(file(process, name));
        } catch (NoSuchFileException e) {
            return whenGone;
        } catch (IOException e) {
            if (!process.isAlive()) {
                return whenGone;
            }
            throw new UncheckedIOException(e);
        }
    }

    private static Path file(ProcessHandle process, String name) {
        return Path.of("/proc", Long.toString(process.pid()), name);
    }
}
