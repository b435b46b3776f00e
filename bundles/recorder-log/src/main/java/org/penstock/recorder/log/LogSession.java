package org.penstock.recorder.log;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import org.penstock.codec.api.Exchange;
import org.penstock.codec.api.SessionFacts;
import org.penstock.codec.api.Side;
import org.penstock.recorder.api.Gap;
import org.penstock.recorder.api.SessionEnd;
import org.penstock.recorder.api.SessionRecorder;
import org.slf4j.Logger;

/** Writes the lines of one session. Chunks have none. */
final class LogSession implements SessionRecorder {
    private final SessionFacts facts;
    private final Logger log;

    LogSession(SessionFacts facts, Logger log) {
        this.facts = facts;
        this.log = log;
    }

    @Override
    public boolean opened(long sequence) {
        if (log.isInfoEnabled()) {
            write(line("session-open", sequence)
                    .word("protocol", facts.protocol())
                    .word("client", address(facts.client()))
                    .word("server", address(facts.server())));
        }
        return true;
    }

    private static String address(InetSocketAddress address) {
        String host = address.getAddress() == null
                ? address.getHostString()
                : address.getAddress().getHostAddress();
        return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + address.getPort();
    }

    @Override
    public boolean exchange(long sequence, Exchange e) {
        if (log.isInfoEnabled()) {
            LogLine line = line("exchange", sequence)
                    .word("kind", e.kind())
                    .word("outcome", e.outcome())
                    .number("duration_ns", e.durationNanos())
                    .number("first_byte_ns", e.firstByteNanos())
                    .number("request_bytes", e.requestBytes())
                    .number("response_bytes", e.responseBytes());
            attributes(line, e);
            write(line);
        }
        return true;
    }

    /**
     * A codec that fails here costs the line what it had not shown yet. Of what it threw only the class is told: the message
     * may quote what no log is to have.
     */
    private static void attributes(LogLine line, Exchange e) {
        try {
            e.attributes(new ShownAttributes(line));
        } catch (RuntimeException | Error failure) {
            line.word("attributes_failed", failure.getClass().getName());
        }
    }

    @Override
    public boolean chunk(long sequence, long nowNanos, Side from, long offset, ByteBuffer bytes) {
        return true;
    }

    @Override
    public boolean gap(long sequence, Gap gap) {
        if (log.isInfoEnabled()) {
            write(line("gap", sequence)
                    .word("kind", gap.kind())
                    .text("reason", gap.reason())
                    .number("first_sequence", gap.firstSequence())
                    .number("exchanges", gap.exchanges())
                    .number("chunks", gap.chunks())
                    .number("chunk_bytes", gap.chunkBytes())
                    .number("client_offset", gap.clientOffset())
                    .number("server_offset", gap.serverOffset()));
        }
        return true;
    }

    @Override
    public boolean closed(long sequence, SessionEnd end) {
        if (log.isInfoEnabled()) {
            write(line("session-close", sequence)
                    .text("reason", end.reason())
                    .number("client_bytes", end.clientBytes())
                    .number("server_bytes", end.serverBytes())
                    .number("client_bytes_discarded", end.clientDiscarded())
                    .number("server_bytes_discarded", end.serverDiscarded())
                    .number("exchanges", end.exchanges()));
        }
        return true;
    }

    @Override
    public void release() {
        // Nothing is held.
    }

    private LogLine line(String event, long sequence) {
        return new LogLine(event).number("session", facts.session()).number("sequence", sequence);
    }

    private void write(LogLine line) {
        log.info("{}", line);
    }
}
