package org.penstock.journal.core;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.penstock.journal.api.Appender;
import org.penstock.journal.api.Durability;
import org.penstock.journal.api.JournalEntry;
import org.penstock.journal.api.JournalReader;
import org.penstock.journal.api.Start;

/** Puts text into a journal and takes it out again. */
final class Entries {
    static final int TYPE = 7;

    private Entries() {}

    /** What was read, a line an entry: the text of records, {@code damage} for what cannot be read. */
    static List<String> texts(Path directory) throws IOException {
        return texts(directory, new Start.Oldest());
    }

    static List<String> texts(Path directory, Start from) throws IOException {
        try (JournalReader reader = JournalDirectory.read(directory, from)) {
            return rest(reader);
        }
    }

    /** What the reader has until there is no more. */
    static List<String> rest(JournalReader reader) throws IOException {
        List<String> texts = new ArrayList<>();
        for (JournalEntry entry = reader.next(); entry != null; entry = reader.next()) {
            texts.add(text(entry));
        }
        return texts;
    }

    static String text(JournalEntry entry) {
        return entry instanceof JournalEntry.Record record
                ? StandardCharsets.UTF_8.decode(record.payload()).toString()
                : "damage";
    }

    /** Entries that stay valid. */
    static List<JournalEntry> all(Path directory) throws IOException {
        try (JournalReader reader = JournalDirectory.read(directory, new Start.Oldest())) {
            List<JournalEntry> entries = new ArrayList<>();
            for (JournalEntry entry = reader.next(); entry != null; entry = reader.next()) {
                entries.add(entry instanceof JournalEntry.Record record ? kept(record) : entry);
            }
            return entries;
        }
    }

    private static JournalEntry kept(JournalEntry.Record record) {
        ByteBuffer payload = ByteBuffer.allocate(record.payload().remaining());
        payload.put(record.payload()).flip();
        return new JournalEntry.Record(record.position(), record.type(), record.timeNanos(), payload);
    }

    /** Whether there was room. */
    static boolean put(Appender appender, String text, Durability durability) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        ByteBuffer region = appender.tryClaim(TYPE, bytes.length, durability);
        if (region == null) {
            return false;
        }
        region.put(bytes);
        appender.commit();
        return true;
    }
}
