package org.penstock.demo.operator;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * The operator's own ledger: how many changes are planned, then a line for each.
 *
 * @param planned how many there should be
 * @param swaps how many there were
 */
public record SwapLog(int planned, List<Swap> swaps) {
    private static final String HEADER = "penstock-swaps 1\t";
    private static final int FIELDS = 4;

    public SwapLog {
        swaps = List.copyOf(swaps);
    }

    /** Begins a log. */
    public static void begin(Path file, int planned) throws IOException {
        Files.writeString(file, HEADER + planned + "\n", StandardOpenOption.CREATE_NEW);
    }

    /** Adds a line to a log. */
    public static void add(Path file, Swap swap) throws IOException {
        String line = String.join(
                "\t", swap.name(), Long.toString(swap.beganNanos()), Long.toString(swap.nanos()), swap.problem());
        Files.writeString(file, line + "\n", StandardOpenOption.APPEND);
    }

    /** @throws IOException it cannot be read; names file and line */
    public static SwapLog read(Path file) throws IOException {
        List<String> lines = Files.readAllLines(file);
        List<Swap> swaps = new ArrayList<>();
        int number = 1;
        try {
            if (lines.isEmpty() || !lines.get(0).startsWith(HEADER)) {
                throw new IllegalArgumentException("not a log of swaps");
            }
            int planned = Integer.parseInt(lines.get(0).substring(HEADER.length()));
            for (String line : lines.subList(1, lines.size())) {
                number++;
                swaps.add(swap(line.split("\t", -1)));
            }
            return new SwapLog(planned, swaps);
        } catch (IllegalArgumentException e) {
            throw new IOException(file + ":" + number + ": " + e.getMessage(), e);
        }
    }

    private static Swap swap(String[] fields) {
        if (fields.length != FIELDS) {
            throw new IllegalArgumentException(fields.length + " fields instead of " + FIELDS);
        }
        return new Swap(fields[0], Long.parseLong(fields[1]), Long.parseLong(fields[2]), fields[3]);
    }
}
