package org.penstock.benchmarks.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * CPUs a process may run on.
 *
 * @param cpus their numbers, ascending, at least one
 */
public record CpuSet(List<Integer> cpus) {
    public CpuSet {
        cpus = cpus.stream().sorted().distinct().toList();
        if (cpus.isEmpty()) {
            throw new IllegalArgumentException("no CPU");
        }
    }

    /** Those this process may use, which a container may have narrowed. */
    static CpuSet allowed() throws IOException {
        try (Stream<String> lines = Files.lines(Path.of("/proc/self/status"))) {
            return lines.filter(line -> line.startsWith("Cpus_allowed_list:"))
                    .map(line -> parse(line.substring(line.indexOf(':') + 1)))
                    .findFirst()
                    .orElseThrow(() -> new IOException("/proc/self/status has no Cpus_allowed_list"));
        }
    }

    /** Reads the kernel's list format, such as {@code 0-3,8}. */
    static CpuSet parse(String list) {
        return new CpuSet(Stream.of(list.strip().split(",", -1))
                .flatMapToInt(CpuSet::range)
                .boxed()
                .toList());
    }

    private static IntStream range(String text) {
        String[] ends = Objects.requireNonNull(text).split("-", -1);
        int first = Integer.parseInt(ends[0]);
        return IntStream.rangeClosed(first, ends.length > 1 ? Integer.parseInt(ends[1]) : first);
    }

    /** The first of these CPUs alone. */
    CpuSet first() {
        return new CpuSet(cpus.subList(0, 1));
    }

    /** As taskset wants it. */
    @Override
    public String toString() {
        return cpus.stream().map(String::valueOf).collect(Collectors.joining(","));
    }
}
