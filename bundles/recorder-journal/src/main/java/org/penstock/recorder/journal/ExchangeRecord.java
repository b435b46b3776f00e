package org.penstock.recorder.journal;

import java.nio.ByteBuffer;
import org.penstock.codec.api.Exchange;
import org.penstock.journal.api.Durability;

/**
 * Puts exchanges into the journal: docs/record-format.md, "exchange". Measured first, then written straight into the
 * claimed region; one that is longer than a record may be is cut to fit.
 *
 * <p>A codec that fails while it shows its attributes, with an error too (a class that is not there while its bundle is
 * exchanged, a stack that is too deep), costs the record its attributes, and nobody else anything: behind a region that
 * stays claimed the records of all sessions would wait.
 */
final class ExchangeRecord {
    private final RecordHead head;
    private final AttributeTotals totals = new AttributeTotals();
    private final AttributeWriter attributes = new AttributeWriter();
    private final Troubles troubles;

    ExchangeRecord(RecordHead head, Troubles troubles) {
        this.head = head;
        this.troubles = troubles;
    }

    /** False: nothing was taken. */
    boolean put(JournalLink to, Durability durability, long sequence, Exchange e) {
        long length;
        try {
            length = fixedLength(e) + totals.measure(e);
        } catch (RuntimeException | Error failure) {
            return putBare(to, durability, sequence, e, failure);
        }
        return length <= to.maxLength()
                ? putWhole(to, durability, sequence, e, (int) length)
                : putCut(to, durability, sequence, e);
    }

    private int fixedLength(Exchange e) {
        return head.length() + RecordFormat.EXCHANGE_BODY + RecordHead.shortLength(e.kind());
    }

    private boolean putWhole(JournalLink to, Durability durability, long sequence, Exchange e, int length) {
        ByteBuffer region = to.claim(RecordFormat.EXCHANGE, length, durability);
        if (region == null) {
            return false;
        }
        Throwable failure;
        try {
            fixedPart(region, sequence, e);
            attributes.write(region, e, Integer.MAX_VALUE);
            if (!region.hasRemaining()) {
                to.commit();
                return true;
            }
            failure = new IllegalStateException("shown otherwise than a moment ago");
        } catch (RuntimeException | Error thrown) {
            failure = thrown;
        }
        to.abort();
        return putBare(to, durability, sequence, e, failure);
    }

    /** Rare enough to be written aside first: how long it becomes depends on where characters end. */
    private boolean putCut(JournalLink to, Durability durability, long sequence, Exchange e) {
        ByteBuffer aside = ByteBuffer.allocate(to.maxLength());
        try {
            fixedPart(aside, sequence, e);
            int room = aside.remaining() - AttributeWriter.COUNT_BYTES;
            attributes.write(aside, e, totals.textLimit(room));
        } catch (RuntimeException | Error failure) {
            return putBare(to, durability, sequence, e, failure);
        }
        return put(to, durability, aside.flip());
    }

    private boolean putBare(JournalLink to, Durability durability, long sequence, Exchange e, Throwable failure) {
        String facts = "kind=" + e.kind() + " reason=\"the codec failed to show them\"";
        troubles.tellUnquoted("attributes-lost", facts, failure);
        ByteBuffer aside = ByteBuffer.allocate(fixedLength(e));
        fixedPart(aside, sequence, e);
        aside.putShort((short) RecordFormat.ALL_LEFT_OUT).putShort((short) 0);
        return put(to, durability, aside.flip());
    }

    private static boolean put(JournalLink to, Durability durability, ByteBuffer record) {
        ByteBuffer region = to.claim(RecordFormat.EXCHANGE, record.remaining(), durability);
        if (region == null) {
            return false;
        }
        region.put(record);
        to.commit();
        return true;
    }

    private void fixedPart(ByteBuffer region, long sequence, Exchange e) {
        head.put(region, sequence, e.startedNanos());
        region.put(RecordFormat.code(e.outcome()))
                .putLong(e.durationNanos())
                .putLong(e.firstByteNanos())
                .putLong(e.requestBytes())
                .putLong(e.responseBytes());
        RecordHead.putShort(region, e.kind());
    }
}
