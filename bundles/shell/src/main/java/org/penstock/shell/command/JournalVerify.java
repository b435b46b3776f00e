package org.penstock.shell.command;

import java.io.IOException;
import java.io.PrintStream;
import java.util.function.BooleanSupplier;
import org.penstock.journal.api.Journal;
import org.penstock.journal.api.JournalEntry;
import org.penstock.journal.api.JournalInfo;
import org.penstock.journal.api.JournalReader;
import org.penstock.journal.api.Start;

/** Reads a journal from its oldest record to where it ended at the beginning, and tells what cannot be read. */
final class JournalVerify {
    static final Usage USAGE = Usage.of(
                    "journal verify", "Reads the whole journal, checks every record and tells of damage.")
            .flag("--json", "one JSON object at the end");

    private static final int LOOK_EVERY = 1024;

    private final Journal journal;
    private final boolean json;
    private final PrintStream out;
    private long records;
    private long payloadBytes;
    private long damages;
    private long damagedBytes;

    JournalVerify(Journal journal, boolean json, PrintStream out) {
        this.journal = journal;
        this.json = json;
        this.out = out;
    }

    void run(BooleanSupplier ended) throws IOException {
        long began = System.nanoTime();
        JournalInfo info = journal.info();
        boolean whole = read(info.nextPosition(), ended);
        long took = System.nanoTime() - began;
        if (json) {
            out.println(Json.write(Json.object(
                    "whole",
                    whole,
                    "segments",
                    info.segments(),
                    "from_position",
                    info.firstPosition(),
                    "to_position",
                    info.nextPosition(),
                    "records",
                    records,
                    "payload_bytes",
                    payloadBytes,
                    "damages",
                    damages,
                    "damaged_bytes",
                    damagedBytes,
                    "took_ns",
                    took)));
        } else {
            out.println(Text.count(records, "record") + ", " + Text.bytes(payloadBytes) + ", in "
                    + Text.count(info.segments(), "segment") + ", positions " + info.firstPosition() + " to "
                    + info.nextPosition() + ": " + Text.count(damages, "damage") + "; read in " + Text.duration(took));
        }
        out.flush();
        if (damages > 0 || !whole) {
            throw new IllegalStateException(
                    whole
                            ? "journal verify: " + Text.count(damages, "damage") + ", " + Text.bytes(damagedBytes)
                                    + " cannot be read"
                            : "journal verify: ended before it was through");
        }
    }

    /** Whether it came to the end. */
    private boolean read(long end, BooleanSupplier ended) throws IOException {
        try (JournalReader reader = journal.read(new Start.Oldest())) {
            for (long entries = 0; entries % LOOK_EVERY != 0 || !ended.getAsBoolean(); entries++) {
                JournalEntry entry = reader.next();
                if (entry == null || entry.position() >= end) {
                    return true;
                }
                count(entry);
            }
            return false;
        }
    }

    private void count(JournalEntry entry) {
        if (entry instanceof JournalEntry.Record record) {
            records++;
            payloadBytes += record.payload().remaining();
        } else if (entry instanceof JournalEntry.Damage damage) {
            damages++;
            damagedBytes += damage.length();
            if (!json) {
                out.println("damage at position " + damage.position() + ", " + Text.bytes(damage.length()) + ": "
                        + Text.line(damage.reason()));
            }
        }
    }
}
