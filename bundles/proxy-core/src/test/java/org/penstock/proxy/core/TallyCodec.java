package org.penstock.proxy.core;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.penstock.codec.api.CheckpointRefused;
import org.penstock.codec.api.CodecSession;
import org.penstock.codec.api.Decoder;
import org.penstock.codec.api.ExchangeSink;
import org.penstock.codec.api.Outcome;
import org.penstock.codec.api.ProtocolCodec;
import org.penstock.codec.api.Refusal;
import org.penstock.codec.api.SessionFacts;
import org.penstock.codec.api.Verdict;

/**
 * Counts and hashes what it sees, over all its generations: at a session's end it has seen every byte once and in order,
 * or the numbers differ. After every so many bytes of the server it tells an exchange.
 */
final class TallyCodec implements ProtocolCodec {
    private static final long EXCHANGE_BYTES = 256 * 1024;

    /** What a session's codecs have seen in the end; by session. */
    static final Map<Long, Seen> SEEN = new ConcurrentHashMap<>();

    record Seen(long clientBytes, long clientHash, long serverBytes, long serverHash) {}

    @Override
    public CodecSession open(SessionFacts facts, ExchangeSink sink) {
        return new Session(facts, sink);
    }

    @Override
    public CodecSession restore(ByteBuffer b, SessionFacts facts, ExchangeSink sink) throws CheckpointRefused {
        Session s = new Session(facts, sink);
        s.client.restore(b);
        s.server.restore(b);
        return s;
    }

    private static final class Tally implements Decoder {
        private final ExchangeSink sink; // null: tells no exchanges
        private long bytes;
        private long hash = Streams.HASH_START;

        Tally(ExchangeSink sink) {
            this.sink = sink;
        }

        @Override
        public Verdict decode(ByteBuffer b, long nowNanos) {
            long before = bytes;
            bytes += b.remaining();
            hash = Streams.hash(hash, b);
            if (sink != null && before / EXCHANGE_BYTES != bytes / EXCHANGE_BYTES) {
                sink.exchange(new LineCodec.LineExchange("tally", Outcome.OK, bytes));
            }
            return Verdict.FORWARD;
        }

        @Override
        public void inputEnded(long nowNanos) {}

        void save(ByteBuffer b) {
            b.putLong(bytes).putLong(hash);
        }

        void restore(ByteBuffer b) {
            bytes = b.getLong();
            hash = b.getLong();
        }
    }

    private static final class Session implements CodecSession {
        private final SessionFacts facts;
        private final Tally client = new Tally(null);
        private final Tally server;

        Session(SessionFacts facts, ExchangeSink sink) {
            this.facts = facts;
            this.server = new Tally(sink);
        }

        @Override
        public Decoder client() {
            return client;
        }

        @Override
        public Decoder server() {
            return server;
        }

        @Override
        public Optional<ByteBuffer> checkpoint() {
            ByteBuffer b = ByteBuffer.allocate(64);
            client.save(b);
            server.save(b);
            return Optional.of(b.flip());
        }

        @Override
        public boolean betweenExchanges() {
            return true;
        }

        @Override
        public Optional<ByteBuffer> refusal(Refusal why) {
            return Optional.empty();
        }

        @Override
        public void close(long nowNanos) {
            SEEN.put(facts.session(), new Seen(client.bytes, client.hash, server.bytes, server.hash));
        }
    }
}
