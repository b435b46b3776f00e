package org.penstock.shell.command;

import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.penstock.codec.api.Outcome;
import org.penstock.recorder.api.Gap;
import org.penstock.recorder.api.Recorded;
import org.penstock.recorder.api.SessionEnd;

/** A record as a line that people read: time, session, kind, outcome, milliseconds, statement, attributes. */
final class RecordText {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS", Locale.ROOT).withZone(ZoneId.systemDefault());
    private static final String UNKNOWN_TIME = "-" + " ".repeat("yyyy-MM-dd HH:mm:ss.SS".length());
    private static final List<String> MAIN = List.of("db.query.text", "url.full", "url.path");
    private static final int TEXT_CHARS = 160;

    private RecordText() {}

    static String line(Recorded record) {
        Recorded.Place place = record.place();
        String head =
                time(record) + "  " + (place.proxy().isEmpty() ? "-" : place.proxy() + "/" + place.session()) + "  ";
        if (record instanceof Recorded.ExchangeEnded e) {
            return head + exchange(e);
        }
        return head + shortened(other(record));
    }

    /** Of damage none is known: it sits in the column as what is unknown does. */
    private static String time(Recorded record) {
        return record instanceof Recorded.Damaged
                ? UNKNOWN_TIME
                : TIME.format(Clock.instant(record.place().timeNanos()));
    }

    /** What was asked; and where it went wrong, or nothing was asked in words, what else is known, behind it. */
    private static String exchange(Recorded.ExchangeEnded e) {
        Map<String, Object> rest = new LinkedHashMap<>(e.attributes());
        String statement = MAIN.stream()
                .map(rest::remove)
                .filter(value -> value != null)
                .map(RecordText::shortened)
                .findFirst()
                .orElse("");
        String times = String.format(
                Locale.ROOT, "%-16s  %-7s %9.3f ms", e.kind(), Text.word(e.outcome()), e.durationNanos() / 1e6);
        String details = statement.isEmpty() || wentWrong(e.outcome()) ? details(rest) : "";
        return Stream.of(times, statement, details)
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining("  "));
    }

    private static boolean wentWrong(Outcome outcome) {
        return outcome == Outcome.ERROR || outcome == Outcome.ABORTED;
    }

    /** Each is cut for itself, so that a long one hides none of the others. */
    private static String details(Map<String, Object> attributes) {
        return attributes.entrySet().stream()
                .map(a -> a.getKey() + "=" + shortened(a.getValue()))
                .collect(Collectors.joining(" "));
    }

    private static String shortened(Object value) {
        return Text.shortened(value.toString(), TEXT_CHARS);
    }

    private static String other(Recorded record) {
        if (record instanceof Recorded.SessionOpened r) {
            return "session-open      " + r.client() + " -> " + r.server();
        }
        if (record instanceof Recorded.SessionClosed r) {
            SessionEnd end = r.end();
            return "session-close     " + Text.count(end.exchanges(), "exchange") + ", "
                    + Text.bytes(end.clientBytes()) + " from client, " + Text.bytes(end.serverBytes())
                    + " from server" + discarded(end) + ": " + end.reason();
        }
        if (record instanceof Recorded.Missing r) {
            return "gap               " + gap(r.gap());
        }
        if (record instanceof Recorded.Chunk r) {
            return "chunk             " + Text.bytes(r.bytes().remaining()) + " from " + Text.word(r.from()) + " at "
                    + r.offset();
        }
        Recorded.Damaged damaged = (Recorded.Damaged) record;
        return "damage            " + Text.bytes(damaged.bytes()) + " at "
                + damaged.place().position() + ": " + damaged.reason();
    }

    private static String discarded(SessionEnd end) {
        if (end.clientDiscarded() + end.serverDiscarded() == 0) {
            return "";
        }
        return " (" + Text.bytes(end.clientDiscarded()) + " and " + Text.bytes(end.serverDiscarded())
                + " of these discarded)";
    }

    private static String gap(Gap gap) {
        String lost = gap.kind() == Gap.Kind.DROPPED
                ? ", " + Text.count(gap.exchanges(), "exchange") + " and " + Text.count(gap.chunks(), "chunk") + " lost"
                : "";
        return Text.word(gap.kind()) + lost + ": " + gap.reason();
    }
}
