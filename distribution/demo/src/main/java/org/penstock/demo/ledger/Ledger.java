package org.penstock.demo.ledger;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What one client wrote down about one connection.
 *
 * @param name the file's name, without its ending
 * @param connected empty where the connection never stood
 * @param statements in the order they were sent
 * @param failures what was not as it should be
 * @param closed whether the client closed it
 */
public record Ledger(
        String name,
        Optional<LedgerLine.Connected> connected,
        List<LedgerLine.Statement> statements,
        List<LedgerLine.Failed> failures,
        boolean closed) {
    private static final String ENDING = ".ledger";

    public Ledger {
        statements = List.copyOf(statements);
        failures = List.copyOf(failures);
    }

    /** A ledger from its lines, the first one left out. */
    public static Ledger of(String name, List<LedgerLine> lines) {
        Optional<LedgerLine.Connected> connected = Optional.empty();
        List<LedgerLine.Statement> statements = new ArrayList<>();
        List<LedgerLine.Failed> failures = new ArrayList<>();
        boolean closed = false;
        for (LedgerLine line : lines) {
            if (line instanceof LedgerLine.Connected c) {
                connected = Optional.of(c);
            } else if (line instanceof LedgerLine.Statement s) {
                statements.add(s);
            } else if (line instanceof LedgerLine.Failed f) {
                failures.add(f);
            } else {
                closed = true;
            }
        }
        return new Ledger(name, connected, statements, failures, closed);
    }

    /**
     * All ledgers of a folder, by name.
     *
     * @throws IOException the folder or a ledger cannot be read; names file and line
     */
    public static List<Ledger> readAll(Path folder) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.list(folder)) {
            files = all.filter(f -> f.getFileName().toString().endsWith(ENDING))
                    .sorted()
                    .toList();
        }
        List<Ledger> ledgers = new ArrayList<>();
        for (Path file : files) {
            ledgers.add(read(file));
        }
        return ledgers;
    }

    /** @throws IOException it cannot be read; names file and line */
    static Ledger read(Path file) throws IOException {
        String fileName = file.getFileName().toString();
        String content = Files.readString(file);
        List<String> text = content.lines().toList();
        List<LedgerLine> lines = new ArrayList<>();
        int number = 1;
        try {
            if (text.isEmpty() || !text.get(0).equals(LedgerFormat.HEADER)) {
                throw new IllegalArgumentException("not a ledger");
            }
            for (String line : text.subList(1, text.size())) {
                number++;
                lines.add(LedgerFormat.parse(line));
            }
            if (!content.endsWith("\n")) {
                throw new IllegalArgumentException("cut short");
            }
        } catch (IllegalArgumentException e) {
            throw new IOException(file + ":" + number + ": " + e.getMessage(), e);
        }
        return of(fileName.substring(0, fileName.length() - ENDING.length()), lines);
    }
}
