package org.penstock.proxy.core;

import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.penstock.codec.api.CheckpointRefused;
import org.penstock.codec.api.CodecSession;
import org.penstock.codec.api.Decoder;
import org.penstock.codec.api.ExchangeSink;
import org.penstock.codec.api.ProtocolCodec;
import org.penstock.codec.api.Refusal;
import org.penstock.codec.api.SessionFacts;
import org.penstock.codec.api.Verdict;

/** The line codec, which fails and waits on command. */
final class MoodyCodec implements ProtocolCodec {
    enum Mood {
        GOOD,
        THROWS_IN_OPEN,
        THROWS_IN_DECODE,
        THROWS_AN_ERROR_IN_DECODE,
        THROWS_AT_CHECKPOINT,
        THROWS_AT_THE_END,
        HUGE_CHECKPOINT,
        REFUSES_CHECKPOINTS,
        NOT_HERE_WITHIN_A_LINE,
        /** Of the client's bytes only whole lines may pass. */
        HOLDS_LINES,
        /** Likewise of the server's. */
        HOLDS_ANSWERS
    }

    /** What it says of its failures: in several lines, and with a secret. */
    private static final String SAID = "on\ncommand, near 'hunter2'";

    final AtomicInteger open = new AtomicInteger();
    final AtomicInteger restored = new AtomicInteger();
    volatile Mood mood = Mood.GOOD;

    private final LineCodec lines = new LineCodec();

    @Override
    public CodecSession open(SessionFacts facts, ExchangeSink sink) {
        if (mood == Mood.THROWS_IN_OPEN) {
            throw new IllegalStateException(SAID);
        }
        return new MoodySession(lines.open(facts, sink));
    }

    @Override
    public CodecSession restore(ByteBuffer checkpoint, SessionFacts facts, ExchangeSink sink) throws CheckpointRefused {
        if (mood == Mood.REFUSES_CHECKPOINTS) {
            throw new CheckpointRefused("of another kind");
        }
        restored.incrementAndGet();
        return new MoodySession(lines.restore(checkpoint, facts, sink));
    }

    private final class MoodySession implements CodecSession {
        private final CodecSession session;
        private final Decoder client;
        private final Decoder server;
        private boolean withinLine;

        MoodySession(CodecSession session) {
            this.session = session;
            this.client = decoder(session.client(), true);
            this.server = decoder(session.server(), false);
            open.incrementAndGet();
        }

        private Decoder decoder(Decoder real, boolean fromClient) {
            return new Decoder() {
                @Override
                public Verdict decode(ByteBuffer b, long nowNanos) {
                    if (mood == Mood.THROWS_IN_DECODE) {
                        b.get();
                        b.limit(b.position());
                        throw new IllegalStateException(SAID);
                    }
                    if (mood == Mood.THROWS_AN_ERROR_IN_DECODE) {
                        throw new NoClassDefFoundError("a class of a bundle that is gone");
                    }
                    if (fromClient) {
                        withinLine = b.get(b.limit() - 1) != '\n';
                    }
                    boolean holds = mood == (fromClient ? Mood.HOLDS_LINES : Mood.HOLDS_ANSWERS);
                    return holds ? wholeLines(b, nowNanos) : real.decode(b, nowNanos);
                }

                private Verdict wholeLines(ByteBuffer b, long nowNanos) {
                    int limit = b.limit();
                    int end = limit;
                    while (end > b.position() && b.get(end - 1) != '\n') {
                        end--;
                    }
                    b.limit(end);
                    Verdict v = real.decode(b, nowNanos);
                    b.limit(limit);
                    return v;
                }

                @Override
                public void inputEnded(long nowNanos) {
                    real.inputEnded(nowNanos);
                }
            };
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
            if (mood == Mood.THROWS_AT_CHECKPOINT) {
                throw new IllegalStateException(SAID);
            }
            if (mood == Mood.HUGE_CHECKPOINT) {
                return Optional.of(ByteBuffer.allocate(MAX_CHECKPOINT + 1));
            }
            if (mood == Mood.NOT_HERE_WITHIN_A_LINE && withinLine) {
                return Optional.empty();
            }
            open.decrementAndGet();
            return session.checkpoint();
        }

        @Override
        public boolean betweenExchanges() {
            return session.betweenExchanges();
        }

        @Override
        public Optional<ByteBuffer> refusal(Refusal why) {
            if (mood == Mood.THROWS_AT_THE_END) {
                throw new IllegalStateException(SAID);
            }
            return session.refusal(why);
        }

        @Override
        public void close(long nowNanos) {
            open.decrementAndGet();
            session.close(nowNanos);
            if (mood == Mood.THROWS_AT_THE_END) {
                throw new IllegalStateException(SAID);
            }
        }
    }
}
