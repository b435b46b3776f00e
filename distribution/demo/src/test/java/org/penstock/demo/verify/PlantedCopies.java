package org.penstock.demo.verify;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import org.penstock.demo.ledger.Tag;
import org.penstock.journal.api.JournalEntry;
import org.penstock.journal.api.JournalReader;
import org.penstock.journal.core.TestJournal;
import org.penstock.journal.core.TestJournal.Entry;
import org.penstock.recorder.api.Recorded;
import org.penstock.recorder.api.Recorded.ExchangeEnded;
import org.penstock.recorder.journal.RecordedCursor;

/** Copies of a journal in which something was done to a client's statement in the middle of it. */
public final class PlantedCopies {
    /** What is done. */
    public enum Deed {
        NOTHING,
        LOSE,
        DOUBLE,
        /** The statement changes places with the next one of its session. */
        SWAP
    }

    private final Deed deed;
    private final long victim;
    private long statements;
    private Entry held;
    private long session;

    private PlantedCopies(Deed deed, long victim) {
        this.deed = deed;
        this.victim = victim;
    }

    /** Makes a copy in which the deed is done to the n-th statement of all. */
    public static void copy(Path from, Path to, Deed deed, long victim) throws IOException {
        PlantedCopies planted = new PlantedCopies(deed, victim);
        TestJournal.copy(from, to, planted::take);
        if (deed != Deed.NOTHING && (planted.statements <= victim || planted.held != null)) {
            throw new AssertionError("nothing was done: there are " + planted.statements + " statements");
        }
    }

    /** Runs the verifier on a copy; answers its exit status. */
    public static int verify(Path ledgers, Path journal, PrintStream out) {
        return Verify.run(new String[] {"--ledgers=" + ledgers, "--journal=" + journal}, out, out);
    }

    private void take(Entry entry, Consumer<Entry> out) {
        Optional<ExchangeEnded> statement = statement(entry);
        if (held != null && statement.isPresent() && statement.get().place().session() == session) {
            out.accept(entry);
            out.accept(held);
            held = null;
            return;
        }
        boolean isVictim = statement.isPresent() && statements++ == victim;
        if (!isVictim || deed == Deed.NOTHING) {
            out.accept(entry);
        } else if (deed == Deed.DOUBLE) {
            out.accept(entry);
            out.accept(entry);
        } else if (deed == Deed.SWAP) {
            held = entry;
            session = statement.get().place().session();
        }
    }

    private static Optional<ExchangeEnded> statement(Entry entry) {
        Recorded recorded = decode(entry);
        return recorded instanceof ExchangeEnded e
                        && Tag.in(String.valueOf(e.attributes().get("db.query.text")))
                                .isPresent()
                ? Optional.of(e)
                : Optional.empty();
    }

    private static Recorded decode(Entry entry) {
        JournalEntry.Record record = new JournalEntry.Record(
                0, entry.type(), 0, ByteBuffer.wrap(entry.payload()).asReadOnlyBuffer());
        try (RecordedCursor cursor = new RecordedCursor(new JournalReader() {
            @Override
            public JournalEntry next() {
                return record;
            }

            @Override
            public void close() {}
        })) {
            return cursor.next().orElseThrow();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
