package org.penstock.journal.core;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.penstock.journal.api.Appender;
import org.penstock.journal.api.Durability;

/** Looks at and meddles with a journal's files. */
final class Kit {
    private Kit() {}

    /** Names below the directory, sorted. */
    static List<String> names(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    static Path segment(Path directory, long number) {
        return directory.resolve(SegmentName.of(number));
    }

    /** Leaves a journal with these records in one segment, closed well. */
    static void write(JournalConfig config, String... texts) throws IOException {
        Stepped journal = Stepped.open(config, new LazyStorage());
        Appender appender = journal.appender(new Heard());
        for (String text : texts) {
            if (!Entries.put(appender, text, Durability.OS)) {
                throw new AssertionError("no room");
            }
            journal.settle();
        }
        if (!journal.close().isDone()) {
            throw new AssertionError("not closed in one step");
        }
    }

    static void overwrite(Path file, long at, byte... bytes) throws IOException {
        try (RandomAccessFile f = new RandomAccessFile(file.toFile(), "rw")) {
            f.seek(at);
            f.write(bytes);
        }
    }

    static void truncate(Path file, long length) throws IOException {
        try (RandomAccessFile f = new RandomAccessFile(file.toFile(), "rw")) {
            f.setLength(length);
        }
    }
}
