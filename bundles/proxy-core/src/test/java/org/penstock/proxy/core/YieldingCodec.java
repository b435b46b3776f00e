package org.penstock.proxy.core;

import java.nio.ByteBuffer;
import java.util.Optional;
import org.penstock.codec.api.CheckpointRefused;
import org.penstock.codec.api.CodecSession;
import org.penstock.codec.api.Decoder;
import org.penstock.codec.api.ExchangeSink;
import org.penstock.codec.api.ProtocolCodec;
import org.penstock.codec.api.Refusal;
import org.penstock.codec.api.SessionFacts;
import org.penstock.codec.api.Verdict;

/** The line codec, which looks at one byte in a turn. */
public final class YieldingCodec implements ProtocolCodec {
    private final LineCodec lines = new LineCodec();

    @Override
    public CodecSession open(SessionFacts facts, ExchangeSink sink) {
        return new Session(lines.open(facts, sink));
    }

    @Override
    public CodecSession restore(ByteBuffer checkpoint, SessionFacts facts, ExchangeSink sink) throws CheckpointRefused {
        return new Session(lines.restore(checkpoint, facts, sink));
    }

    private record Slow(Decoder real) implements Decoder {
        @Override
        public Verdict decode(ByteBuffer b, long nowNanos) {
            int limit = b.limit();
            b.limit(b.position() + 1);
            Verdict verdict = real.decode(b, nowNanos);
            b.limit(limit);
            return verdict == Verdict.FORWARD && b.hasRemaining() ? Verdict.YIELD : verdict;
        }

        @Override
        public void inputEnded(long nowNanos) {
            real.inputEnded(nowNanos);
        }
    }

    private static final class Session implements CodecSession {
        private final CodecSession real;
        private final Decoder client;
        private final Decoder server;

        Session(CodecSession real) {
            this.real = real;
            this.client = new Slow(real.client());
            this.server = new Slow(real.server());
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
            return real.checkpoint();
        }

        @Override
        public boolean betweenExchanges() {
            return real.betweenExchanges();
        }

        @Override
        public Optional<ByteBuffer> refusal(Refusal why) {
            return real.refusal(why);
        }

        @Override
        public void close(long nowNanos) {
            real.close(nowNanos);
        }
    }
}
