package org.penstock.demo.ledger;

import java.io.BufferedWriter;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;

/**
 * Writes the ledger of one connection, a file of its own that only grows. A line is with the operating system when {@link
 * #write} returns: it survives this process.
 *
 * <p>Threads: one. Errors: a ledger that cannot be written makes the whole check worthless, so it is an unchecked
 * exception and ends the load.
 */
public final class LedgerWriter implements Closeable {
    private final BufferedWriter out;

    /**
     * Begins a ledger.
     *
     * @param client the client's number
     * @param connection the connection's number among all of this client's
     */
    public LedgerWriter(Path folder, int client, int connection) {
        Path file = folder.resolve(String.format(Locale.ROOT, "c%02d-%04d.ledger", client, connection));
        try {
            out = Files.newBufferedWriter(
                    file, StandardCharsets.UTF_8, StandardOpenOption.CREATE_NEW, StandardOpenOption.APPEND);
            writeLine(LedgerFormat.HEADER);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public void write(LedgerLine line) {
        try {
            writeLine(LedgerFormat.format(line));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try {
            out.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void writeLine(String line) throws IOException {
        out.write(line);
        out.write('\n');
        out.flush();
    }
}
