package org.penstock.recorder.journal;

import java.nio.ByteBuffer;
import org.penstock.codec.api.Outcome;
import org.penstock.codec.api.Side;
import org.penstock.journal.api.JournalEntry;
import org.penstock.recorder.api.Gap;
import org.penstock.recorder.api.Recorded;
import org.penstock.recorder.api.SessionEnd;

/**
 * Reads records as docs/record-format.md says. What cannot be understood is answered as damage, with the reason: the next
 * record may well be good. Bytes behind the last field known here are none of its business: a later writer may add
 * fields. Pure functions.
 */
final class RecordDecoder {
    private RecordDecoder() {}

    static Recorded decode(JournalEntry.Record entry) {
        int length = entry.payload().remaining();
        try {
            return decode(entry.position(), entry.type(), new RecordInput(entry.payload()));
        } catch (UnreadableRecord e) {
            return damaged(entry.position(), length, e.getMessage());
        }
    }

    static Recorded.Damaged damaged(long position, long bytes, String reason) {
        return new Recorded.Damaged(new Recorded.Place(position, 0, "", "", 0, 0), bytes, reason);
    }

    private static Recorded decode(long position, int type, RecordInput in) throws UnreadableRecord {
        if (type < RecordFormat.SESSION_OPEN || type > RecordFormat.SESSION_CLOSE) {
            throw new UnreadableRecord("a record of type " + type + ", which this version does not know");
        }
        int version = in.code();
        if (version != RecordFormat.VERSION) {
            throw new UnreadableRecord(
                    "a record of version " + version + "; this version knows " + RecordFormat.VERSION);
        }
        long session = in.number();
        long sequence = in.number();
        long time = in.number();
        Recorded.Place place = new Recorded.Place(position, time, in.shortText(), in.shortText(), session, sequence);
        return switch (type) {
            case RecordFormat.SESSION_OPEN -> new Recorded.SessionOpened(place, address(in), address(in));
            case RecordFormat.EXCHANGE -> exchange(place, in);
            case RecordFormat.CHUNK -> chunk(place, in);
            case RecordFormat.GAP -> gap(place, in);
            default -> closed(place, in);
        };
    }

    private static String address(RecordInput in) throws UnreadableRecord {
        String host = in.shortText();
        int port = in.count();
        return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
    }

    private static Recorded exchange(Recorded.Place place, RecordInput in) throws UnreadableRecord {
        int code = in.code();
        Outcome outcome = RecordFormat.outcome(code);
        if (outcome == null) {
            throw new UnreadableRecord("an exchange with the outcome " + code + ", which this version does not know");
        }
        long duration = in.number();
        long firstByte = in.number();
        long request = in.number();
        long response = in.number();
        String kind = in.shortText();
        return new Recorded.ExchangeEnded(
                place, kind, outcome, duration, firstByte, request, response, AttributeReader.read(in));
    }

    private static Recorded chunk(Recorded.Place place, RecordInput in) throws UnreadableRecord {
        int code = in.code();
        Side from = RecordFormat.side(code);
        if (from == null) {
            throw new UnreadableRecord("a chunk from the side " + code + ", which this version does not know");
        }
        long offset = in.number();
        in.length();
        return new Recorded.Chunk(
                place, from, offset, ByteBuffer.wrap(in.rest()).asReadOnlyBuffer());
    }

    private static Recorded gap(Recorded.Place place, RecordInput in) throws UnreadableRecord {
        int code = in.code();
        Gap.Kind kind = RecordFormat.gapKind(code);
        if (kind == null) {
            throw new UnreadableRecord("a gap of the kind " + code + ", which this version does not know");
        }
        long first = in.number();
        long exchanges = in.number();
        long chunks = in.number();
        long chunkBytes = in.number();
        long client = in.number();
        long server = in.number();
        String reason = in.text(in.count());
        return new Recorded.Missing(
                place, new Gap(kind, reason, place.timeNanos(), first, exchanges, chunks, chunkBytes, client, server));
    }

    private static Recorded closed(Recorded.Place place, RecordInput in) throws UnreadableRecord {
        long client = in.number();
        long server = in.number();
        long exchanges = in.number();
        String reason = in.text(in.count());
        long clientDiscarded = in.numberIfThere();
        long serverDiscarded = in.numberIfThere();
        return new Recorded.SessionClosed(
                place,
                new SessionEnd(reason, place.timeNanos(), client, server, clientDiscarded, serverDiscarded, exchanges));
    }
}
