package org.penstock.demo.verify;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
        /**
         * The statement changes places with the next one of its session that is unlike it: two executes of one prepared
         * statement in a row may be the same in all that a client knows.
         */
        SWAP
    }

    private final Deed deed;
    private final long victim;
    private long statements;
    private Entry held;
    private ExchangeEnded heldStatement;

    private PlantedCopies(Deed deed, long victim) {
        this.deed = deed;
        this.victim = victim;
    }

    /** Makes a copy in which the deed is done to the n-th statement of all, or the first behind it that it can be done to. */
    public static void copy(Path from, Path to, Deed deed, long n) throws IOException {
        PlantedCopies planted = new PlantedCopies(deed, deed == Deed.SWAP ? firstToSwap(from, n) : n);
        TestJournal.copy(from, to, planted::take);
        if (deed != Deed.NOTHING && planted.statements <= planted.victim) {
            throw new AssertionError("nothing was done: there are " + planted.statements + " statements");
        }
    }

    /** A session may end with statements that are all alike: what is left of it then has nothing to change places with. */
    private static long firstToSwap(Path journal, long n) throws IOException {
        List<ExchangeEnded> statements = statements(journal);
        Map<Long, String> next = new HashMap<>();
        Set<Long> differ = new HashSet<>();
        long first = statements.size();
        for (int i = statements.size() - 1; i >= n; i--) {
            long session = statements.get(i).place().session();
            String text = text(statements.get(i));
            String behind = next.put(session, text);
            if (behind != null && !behind.equals(text)) {
                differ.add(session);
            }
            if (differ.contains(session)) {
                first = i;
            }
        }
        return first;
    }

    /** All that a journal has of clients' statements, in its order. */
    static List<ExchangeEnded> statements(Path journal) throws IOException {
        List<ExchangeEnded> statements = new ArrayList<>();
        TestJournal.read(journal, entry -> statement(entry).ifPresent(statements::add));
        return statements;
    }

    /** Runs the verifier on a copy; answers its exit status. */
    public static int verify(Path ledgers, Path journal, PrintStream out) {
        return Verify.run(new String[] {"--ledgers=" + ledgers, "--journal=" + journal}, out, out);
    }

    private void take(Entry entry, Consumer<Entry> out) {
        Optional<ExchangeEnded> statement = statement(entry);
        if (held != null && statement.filter(this::isOfHeldsSession).isPresent()) {
            boolean unlike = !text(statement.get()).equals(text(heldStatement));
            out.accept(unlike ? entry : held);
            if (unlike) {
                out.accept(held);
                held = null;
            } else {
                hold(entry, statement.get());
            }
            return;
        }
        boolean isVictim = statement.isPresent() && statements++ == victim;
        if (!isVictim || deed == Deed.NOTHING) {
            out.accept(entry);
        } else if (deed == Deed.DOUBLE) {
            out.accept(entry);
            out.accept(entry);
        } else if (deed == Deed.SWAP) {
            hold(entry, statement.get());
        }
    }

    private void hold(Entry entry, ExchangeEnded statement) {
        held = entry;
        heldStatement = statement;
    }

    private boolean isOfHeldsSession(ExchangeEnded statement) {
        return statement.place().session() == heldStatement.place().session();
    }

    private static String text(ExchangeEnded statement) {
        return String.valueOf(statement.attributes().get("db.query.text"));
    }

    private static Optional<ExchangeEnded> statement(Entry entry) {
        Recorded recorded = decode(entry);
        return recorded instanceof ExchangeEnded e && Tag.in(text(e)).isPresent() ? Optional.of(e) : Optional.empty();
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
