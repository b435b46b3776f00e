package org.penstock.demo.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.penstock.demo.ledger.Ledger;
import org.penstock.demo.ledger.LedgerLine.Outcome;
import org.penstock.demo.ledger.LedgerLine.Statement;
import org.penstock.demo.ledger.LedgerWriter;

class BookTest {
    @TempDir
    Path folder;

    /** MariaDB's driver has been seen to do so when the server went away under a batch. */
    @Test
    void aDriverThatBreaksDownHasABrokenConnection() throws IOException {
        try (Book book = new Book(new LedgerWriter(folder, 1, 1))) {
            assertThrows(
                    BrokenConnection.class,
                    () -> book.expectOk(Book.Sent.query("SELECT 1"), () -> {
                        throw new ArrayIndexOutOfBoundsException(-1);
                    }));
            assertThrows(
                    BrokenConnection.class,
                    () -> book.expectError(1062, Book.Sent.query("SELECT 2"), () -> {
                        throw new IllegalStateException();
                    }));
        }
        List<Outcome> outcomes = Ledger.readAll(folder).get(0).statements().stream()
                .map(Statement::outcome)
                .toList();
        assertEquals(List.of(Outcome.UNKNOWN, Outcome.UNKNOWN), outcomes);
    }
}
