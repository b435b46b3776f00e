package org.penstock.shell.command;

import java.io.PrintStream;
import java.util.Map;
import org.penstock.journal.api.JournalInfo;

/** Where a journal stands, as text and as JSON. */
final class JournalInfoText {
    private JournalInfoText() {}

    /** In short. */
    static String line(JournalInfo j) {
        return state(j) + ", "
                + Text.count(j.segments(), "segment") + ", " + Text.bytes(j.bytesOnDisk()) + " on disk, "
                + Text.count(j.records(), "record") + " since it was opened";
    }

    /** What it does, and why it does not do more. */
    static String state(JournalInfo j) {
        return Text.word(j.state()) + (j.detail().isEmpty() ? "" : " (" + Text.line(j.detail()) + ")");
    }

    static void print(JournalInfo j, PrintStream out) {
        StringBuilder text = new StringBuilder();
        row(text, "id", j.id());
        row(text, "state", Text.word(j.state()) + (j.detail().isEmpty() ? "" : ": " + Text.line(j.detail())));
        row(text, "directory", j.directory());
        row(text, "storage", j.storage().isEmpty() ? "none" : j.storage());
        row(text, "segments", j.segments() + ", " + Text.bytes(j.bytesOnDisk()));
        row(text, "positions", j.firstPosition() + " to " + j.nextPosition());
        row(text, "records", j.records() + " since it was opened");
        row(text, "unwritten", Text.bytes(j.unwrittenBytes()));
        row(text, "refused", j.refused());
        row(text, "failures", j.failures());
        out.print(text);
        out.flush();
    }

    private static void row(StringBuilder text, String name, Object value) {
        text.append(String.format("%-10s %s%n", name, value));
    }

    static Map<String, Object> json(JournalInfo j) {
        return Json.object(
                "id",
                j.id(),
                "state",
                j.state(),
                "detail",
                j.detail(),
                "directory",
                j.directory(),
                "storage",
                j.storage(),
                "segments",
                j.segments(),
                "first_position",
                j.firstPosition(),
                "next_position",
                j.nextPosition(),
                "bytes_on_disk",
                j.bytesOnDisk(),
                "records",
                j.records(),
                "unwritten_bytes",
                j.unwrittenBytes(),
                "refused",
                j.refused(),
                "failures",
                j.failures());
    }
}
