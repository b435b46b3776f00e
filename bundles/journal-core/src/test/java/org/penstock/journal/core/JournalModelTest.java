package org.penstock.journal.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.penstock.journal.api.Appender;
import org.penstock.journal.api.Durability;
import org.penstock.journal.tck.FaultyStorage;

/**
 * Whatever happens in whatever order, the journal holds what a list would: everything acknowledged and not lost with what it
 * was acknowledged against, in order, once; and what was once read after a crash never changes again.
 */
class JournalModelTest {
    /** What can happen. */
    sealed interface Event {}

    record Append(int length, Durability durability, int appender) implements Event {}

    record Abort(int length) implements Event {}

    record Turn() implements Event {}

    record Fault(FaultyStorage.Call call, int bytes) implements Event {}

    record SwapStorage() implements Event {}

    record Reopen() implements Event {}

    record Kill() implements Event {}

    record CutPower(long seed) implements Event {}

    @Provide
    Arbitrary<List<Event>> events() {
        Arbitrary<Event> append = Combinators.combine(
                        Arbitraries.integers().between(0, 1000),
                        Arbitraries.of(Durability.class),
                        Arbitraries.integers().between(0, 2))
                .as(Append::new);
        Arbitrary<Event> fault = Combinators.combine(
                        Arbitraries.of(
                                FaultyStorage.Call.WRITE,
                                FaultyStorage.Call.SYNC,
                                FaultyStorage.Call.CREATE,
                                FaultyStorage.Call.OPEN),
                        Arbitraries.integers().between(0, 3000))
                .as(Fault::new);
        return Arbitraries.frequencyOf(
                        net.jqwik.api.Tuple.of(40, append),
                        net.jqwik.api.Tuple.of(
                                2, Arbitraries.integers().between(0, 1000).map(Abort::new)),
                        net.jqwik.api.Tuple.of(30, Arbitraries.just(new Turn())),
                        net.jqwik.api.Tuple.of(3, fault),
                        net.jqwik.api.Tuple.of(1, Arbitraries.just(new SwapStorage())),
                        net.jqwik.api.Tuple.of(1, Arbitraries.just(new Reopen())),
                        net.jqwik.api.Tuple.of(1, Arbitraries.just(new Kill())),
                        net.jqwik.api.Tuple.of(1, Arbitraries.longs().map(CutPower::new)))
                .list()
                .ofMinSize(1)
                .ofMaxSize(300);
    }

    @Property(tries = 150)
    void theJournalHoldsWhatAListWould(@ForAll("events") List<Event> events, @ForAll("alignments") int alignment)
            throws IOException {
        Path directory = Files.createTempDirectory("journal-model");
        try {
            Model model = new Model(directory, alignment);
            for (Event event : events) {
                model.happen(event);
            }
            model.happen(new Reopen());
            model.end();
        } finally {
            delete(directory);
        }
    }

    @Provide
    Arbitrary<Integer> alignments() {
        return Arbitraries.of(1, 512, 4096);
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }

    /** The journal, and the list it is compared with. */
    private static final class Model {
        private final JournalConfig config;
        private final PowerStorage disk;
        private final FaultyStorage storage;
        private Stepped journal;
        private List<Line> lines = new ArrayList<>();
        private final List<Appender> appenders = new ArrayList<>();
        private final List<Heard> heard = new ArrayList<>();
        private boolean powerWasCut;
        private boolean faulty;
        private int count;

        /** Something committed, by which appender as its how many-th; by none: it was read after a crash. */
        private record Line(String text, Durability durability, int appender, long number) {
            static final int NONE = -1;

            /** Whether it stands whatever happens from now on, or only as long as the machine does. */
            Line readAfter(Event crash, boolean acknowledged, boolean faulty) {
                boolean closedWell = crash instanceof Reopen && appender != NONE && !faulty;
                boolean onDisk =
                        crash instanceof CutPower || closedWell || acknowledged && durability == Durability.DISK;
                return new Line(text, onDisk ? Durability.DISK : Durability.OS, NONE, 0);
            }
        }

        Model(Path directory, int alignment) throws IOException {
            config = new JournalConfig(directory, "x", 16 << 10, 1 << 14, Opened.ALL, OnFailure.ROLL);
            disk = new PowerStorage(alignment);
            storage = new FaultyStorage(disk);
            open();
        }

        private void open() throws IOException {
            journal = new Stepped(config).attach(storage);
            faulty = false;
            appenders.clear();
            heard.clear();
            for (int i = 0; i < 3; i++) {
                heard.add(new Heard());
                appenders.add(journal.appender(heard.get(i)));
            }
        }

        void happen(Event event) throws IOException {
            if (event instanceof Append append) {
                append(append);
            } else if (event instanceof Abort abort) {
                if (appenders.get(0).tryClaim(1, abort.length(), Durability.OS) != null) {
                    appenders.get(0).abort();
                }
            } else if (event instanceof Turn) {
                journal.turn();
            } else if (event instanceof Fault fault) {
                faulty = true;
                storage.arm(
                        fault.call(),
                        fault.call() == FaultyStorage.Call.WRITE
                                ? FaultyStorage.shortWrite(fault.bytes())
                                : FaultyStorage.error("no"));
            } else if (event instanceof SwapStorage) {
                assertTrue(journal.detach().isDone());
                journal.attach(storage);
            } else {
                end(event);
            }
        }

        private void append(Append append) {
            String text = count++ + "x".repeat(append.length());
            if (Entries.put(appenders.get(append.appender()), text, append.durability())) {
                long number = lines.stream()
                        .filter(line -> line.appender() == append.appender())
                        .count();
                lines.add(new Line(text, append.durability(), append.appender(), number + 1));
            }
        }

        private void end(Event how) throws IOException {
            if (how instanceof Reopen) {
                storage.disarm();
                for (int i = 0; i < 3; i++) {
                    journal.pass(1_100_000_000); // what failed is tried again
                }
                assertTrue(journal.close().isDone());
                assertTrue(
                        lines.stream().allMatch(this::acknowledged),
                        "a journal that closes well leaves nothing behind");
            }
            List<Line> must = lines.stream()
                    .filter(this::acknowledged)
                    .filter(line -> !(how instanceof CutPower) || line.durability() == Durability.DISK)
                    .toList();
            List<Line> committed = lines.stream()
                    .map(line -> line.readAfter(how, acknowledged(line), faulty))
                    .toList();
            if (how instanceof CutPower cut) {
                powerWasCut = true;
                disk.cutPower(new Random(cut.seed()));
            } else {
                disk.killProcess();
            }
            storage.disarm();
            open();
            List<String> read = Entries.texts(config.directory());
            compare(must, read);
            lines = new ArrayList<>(committed.stream()
                    .filter(line -> read.contains(line.text()))
                    .toList());
        }

        private boolean acknowledged(Line line) {
            return line.appender() == Line.NONE || heard.get(line.appender()).acknowledged() >= line.number();
        }

        /** What was read is in the order of commits, and has all that must be there. */
        private void compare(List<Line> must, List<String> read) {
            List<String> known = lines.stream().map(Line::text).toList();
            int at = 0;
            for (String text : read) {
                if (text.equals("damage") && powerWasCut) {
                    continue; // for good: what was not on the disk is missing from then on
                }
                int found = known.subList(at, known.size()).indexOf(text);
                assertTrue(found >= 0, "unknown, again or out of order: " + shorten(text));
                at += found + 1;
            }
            List<String> missing = new ArrayList<>(must.stream().map(Line::text).toList());
            missing.removeAll(read);
            assertEquals(List.of(), missing.stream().map(Model::shorten).toList());
        }

        private static String shorten(String text) {
            return text.length() > 20 ? text.substring(0, 20) + "…" : text;
        }

        void end() throws IOException {
            disk.killProcess();
        }
    }
}
