package org.penstock.recorder.journal;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.penstock.codec.api.Exchange;
import org.penstock.codec.api.SessionFacts;
import org.penstock.codec.api.Side;
import org.penstock.journal.api.Durability;
import org.penstock.recorder.api.Gap;
import org.penstock.recorder.api.SessionEnd;
import org.penstock.recorder.api.SessionRecorder;

/**
 * Writes one session's records into the journal in use. Every record is tried twice before it is refused, the second time
 * with the mark of {@link SessionLink} set; so no wake-up is missed and the usual case pays nothing for that.
 */
final class JournalSessionRecorder implements SessionRecorder {
    private final SessionFacts facts;
    private final SessionLink link;
    private final Supplier<Durability> durability;
    private final Consumer<SessionLink> released;
    private final RecordHead head;
    private final ExchangeRecord exchanges;
    private final ChunkRecord chunks;

    /** @param released is told when the session needs nobody's attention any more */
    JournalSessionRecorder(
            SessionFacts facts,
            SessionLink link,
            Supplier<Durability> durability,
            Troubles troubles,
            Consumer<SessionLink> released) {
        this.facts = facts;
        this.link = link;
        this.durability = durability;
        this.released = released;
        head = new RecordHead(facts);
        exchanges = new ExchangeRecord(head, troubles);
        chunks = new ChunkRecord(head);
    }

    @Override
    public boolean opened(long sequence) {
        return putOpened(sequence) || (link.refused() && putOpened(sequence) && link.taken());
    }

    @Override
    public boolean exchange(long sequence, Exchange e) {
        return putExchange(sequence, e) || (link.refused() && putExchange(sequence, e) && link.taken());
    }

    @Override
    public boolean chunk(long sequence, long nowNanos, Side from, long offset, ByteBuffer bytes) {
        return putChunk(sequence, nowNanos, from, offset, bytes)
                || (link.refused() && putChunk(sequence, nowNanos, from, offset, bytes) && link.taken());
    }

    @Override
    public boolean gap(long sequence, Gap gap) {
        return putGap(sequence, gap) || (link.refused() && putGap(sequence, gap) && link.taken());
    }

    @Override
    public boolean closed(long sequence, SessionEnd end) {
        return putClosed(sequence, end) || (link.refused() && putClosed(sequence, end) && link.taken());
    }

    @Override
    public void release() {
        link.release();
        released.accept(link);
    }

    private boolean putOpened(long sequence) {
        JournalLink to = link.current();
        if (to == null) {
            return false;
        }
        String client = HostText.of(facts.client());
        String server = HostText.of(facts.server());
        int length = addressBytes(client) + addressBytes(server);
        ByteBuffer region = claim(to, RecordFormat.SESSION_OPEN, length, sequence, facts.openedNanos());
        if (region == null) {
            return false;
        }
        putAddress(region, client, facts.client());
        putAddress(region, server, facts.server());
        to.commit();
        return true;
    }

    private static int addressBytes(String host) {
        return 1 + RecordHead.shortLength(host) + Short.BYTES;
    }

    private static void putAddress(ByteBuffer region, String host, InetSocketAddress address) {
        RecordHead.putShort(region, host);
        region.putShort((short) address.getPort());
    }

    private boolean putExchange(long sequence, Exchange e) {
        JournalLink to = link.current();
        return to != null && exchanges.put(to, durability.get(), sequence, e);
    }

    private boolean putChunk(long sequence, long nowNanos, Side from, long offset, ByteBuffer bytes) {
        JournalLink to = link.current();
        return to != null && chunks.put(to, durability.get(), sequence, nowNanos, from, offset, bytes);
    }

    private boolean putGap(long sequence, Gap gap) {
        JournalLink to = link.current();
        if (to == null) {
            return false;
        }
        int length = RecordFormat.GAP_BODY + ReasonText.length(gap.reason());
        ByteBuffer region = claim(to, RecordFormat.GAP, length, sequence, gap.nowNanos());
        if (region == null) {
            return false;
        }
        region.put(RecordFormat.code(gap.kind()))
                .putLong(gap.firstSequence())
                .putLong(gap.exchanges())
                .putLong(gap.chunks())
                .putLong(gap.chunkBytes())
                .putLong(gap.clientOffset())
                .putLong(gap.serverOffset());
        ReasonText.put(region, gap.reason());
        to.commit();
        return true;
    }

    private boolean putClosed(long sequence, SessionEnd end) {
        JournalLink to = link.current();
        if (to == null) {
            return false;
        }
        int length = RecordFormat.CLOSE_BODY + ReasonText.length(end.reason());
        ByteBuffer region = claim(to, RecordFormat.SESSION_CLOSE, length, sequence, end.nowNanos());
        if (region == null) {
            return false;
        }
        region.putLong(end.clientBytes()).putLong(end.serverBytes()).putLong(end.exchanges());
        ReasonText.put(region, end.reason());
        region.putLong(end.clientDiscarded()).putLong(end.serverDiscarded());
        to.commit();
        return true;
    }

    /** Claims room for head and body, and writes the head. */
    private ByteBuffer claim(JournalLink to, int type, int bodyLength, long sequence, long timeNanos) {
        ByteBuffer region = to.claim(type, head.length() + bodyLength, durability.get());
        if (region != null) {
            head.put(region, sequence, timeNanos);
        }
        return region;
    }
}
