package org.penstock.demo.verify;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.penstock.codec.api.Side;
import org.penstock.demo.ledger.Ledger;
import org.penstock.demo.ledger.LedgerLine.Cause;
import org.penstock.demo.ledger.LedgerLine.Connected;
import org.penstock.demo.ledger.LedgerLine.Failed;
import org.penstock.demo.ledger.LedgerLine.Kind;
import org.penstock.demo.ledger.LedgerLine.Outcome;
import org.penstock.demo.ledger.LedgerLine.Statement;
import org.penstock.demo.ledger.QueryText;
import org.penstock.demo.ledger.Tag;
import org.penstock.demo.operator.SwapLog;
import org.penstock.recorder.api.RecordCursor;
import org.penstock.recorder.api.Recorded;
import org.penstock.recorder.api.Recorded.Chunk;
import org.penstock.recorder.api.Recorded.ExchangeEnded;
import org.penstock.recorder.api.Recorded.Missing;
import org.penstock.recorder.api.Recorded.Place;
import org.penstock.recorder.api.Recorded.SessionClosed;
import org.penstock.recorder.api.Recorded.SessionOpened;
import org.penstock.recorder.api.SessionEnd;

/** One client's statements, and the record that a faultless Penstock keeps of them; tests then spoil either. */
final class Scene {
    static final int PORT = 50_001;
    private static final long SESSION = 17;
    private static final long OPENED = 1_000;

    Connected connected = new Connected(Cause.PLANNED, OPENED - 500, OPENED + 500, PORT);
    final List<Statement> sent = new ArrayList<>();
    final List<Failed> failures = new ArrayList<>();
    final List<Recorded> records = new ArrayList<>();
    SwapLog swaps = new SwapLog(0, List.of());
    boolean closed = true;

    private long sequence;
    private long exchanges;

    /** A query, a failing one, a long one, a prepare with three executes, and what the driver adds. */
    static Scene faultless() {
        Scene scene = new Scene();
        scene.records.add(new SessionOpened(scene.place(), "127.0.0.1:" + PORT, "127.0.0.1:3306"));
        scene.record("login", null, org.penstock.codec.api.Outcome.OK, Map.of());
        scene.record("COM_QUERY", QueryText.of("set autocommit=1"), org.penstock.codec.api.Outcome.OK, Map.of());
        scene.ok(Kind.QUERY, Tag.onto("SELECT 1", 1, 1), 1);
        scene.error(Kind.QUERY, Tag.onto("SELEC 1", 1, 2), 1064);
        scene.ok(Kind.QUERY, Tag.onto("REPLACE INTO t VALUES ('" + "x".repeat(20_000) + "')", 1, 3), 0);
        String prepared = Tag.onto("SELECT id FROM t WHERE id < ?", 1, 4);
        scene.ok(Kind.PREPARE, prepared, 0);
        scene.ok(Kind.EXECUTE, prepared, 3);
        scene.ok(Kind.EXECUTE, prepared, 5);
        scene.ok(Kind.EXECUTE, prepared, 4);
        scene.ok(Kind.QUERY, Tag.onto("COMMIT", 1, 5), 0);
        scene.record("COM_QUIT", null, org.penstock.codec.api.Outcome.NONE, Map.of());
        scene.records.add(new Chunk(scene.place(), Side.CLIENT, 0, ByteBuffer.allocate(300)));
        scene.records.add(new Chunk(scene.place(), Side.SERVER, 0, ByteBuffer.allocate(500)));
        scene.records.add(new SessionClosed(
                scene.place(), new SessionEnd("client closed", 9_000, 300, 500, 0, 0, scene.exchanges)));
        return scene;
    }

    /** Where the n-th of the client's statements is recorded. */
    int recordOf(int statement) {
        int seen = -1;
        for (int i = 0; i < records.size(); i++) {
            boolean tagged = records.get(i) instanceof ExchangeEnded e
                    && Tag.in(String.valueOf(e.attributes().get("db.query.text")))
                            .isPresent();
            if (tagged && ++seen == statement) {
                return i;
            }
        }
        throw new AssertionError("no record of statement " + statement);
    }

    /** Numbers the records again, as if Penstock itself had recorded them so. */
    void renumber() {
        for (int i = 0; i < records.size(); i++) {
            records.set(i, at(records.get(i), i));
        }
    }

    Report verify() throws Exception {
        Ledger ledger = new Ledger("c01-0001", Optional.of(connected), sent, failures, closed);
        return new Verification(List.of(ledger), swaps).run(cursor(), Duration.ZERO);
    }

    ExchangeEnded exchange(int index) {
        return (ExchangeEnded) records.get(index);
    }

    /** A place behind the last one. */
    Place place() {
        return place(sequence++);
    }

    private static Place place(long sequence) {
        return new Place(sequence * 8, OPENED + sequence, "demo", "mysql", SESSION, sequence);
    }

    private void ok(Kind kind, String text, long rows) {
        QueryText query = QueryText.of(text);
        sent.add(new Statement(kind, Outcome.OK, 0, rows, OPENED, 10, query));
        record(kind.command(), query, org.penstock.codec.api.Outcome.OK, Map.of("db.response.returned_rows", rows));
    }

    private void error(Kind kind, String text, int code) {
        QueryText query = QueryText.of(text);
        sent.add(new Statement(kind, Outcome.ERROR, code, 0, OPENED, 10, query));
        record(
                kind.command(),
                query,
                org.penstock.codec.api.Outcome.ERROR,
                Map.of("db.response.status_code", Integer.toString(code)));
    }

    private void record(
            String kind, QueryText text, org.penstock.codec.api.Outcome outcome, Map<String, Object> response) {
        Map<String, Object> attributes = new LinkedHashMap<>();
        if (text != null) {
            attributes.put("db.query.text", text.shown());
            if (text.bytes() > text.shown().length()) {
                attributes.put("penstock.mysql.query.bytes", text.bytes());
                attributes.put("penstock.mysql.query.crc32c", Integer.toUnsignedLong(text.crc32c()));
            }
        }
        attributes.putAll(response);
        exchanges++;
        records.add(new ExchangeEnded(place(), kind, outcome, 10, 5, 20, 30, attributes));
    }

    private static Recorded at(Recorded record, long sequence) {
        Place place = place(sequence);
        if (record instanceof SessionOpened r) {
            return new SessionOpened(place, r.client(), r.server());
        }
        if (record instanceof ExchangeEnded r) {
            return new ExchangeEnded(
                    place,
                    r.kind(),
                    r.outcome(),
                    r.durationNanos(),
                    r.firstByteNanos(),
                    r.requestBytes(),
                    r.responseBytes(),
                    r.attributes());
        }
        if (record instanceof Chunk r) {
            return new Chunk(place, r.from(), r.offset(), r.bytes());
        }
        if (record instanceof Missing r) {
            return new Missing(place, r.gap());
        }
        return new SessionClosed(place, ((SessionClosed) record).end());
    }

    private RecordCursor cursor() {
        Iterator<Recorded> left = List.copyOf(records).iterator();
        return new RecordCursor() {
            @Override
            public Optional<Recorded> next() {
                return left.hasNext() ? Optional.of(left.next()) : Optional.empty();
            }

            @Override
            public void close() {}
        };
    }
}
