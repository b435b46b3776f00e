package org.penstock.proxy.core.record;

import java.nio.ByteBuffer;
import org.penstock.codec.api.Exchange;
import org.penstock.codec.api.Side;
import org.penstock.recorder.api.Gap;
import org.penstock.recorder.api.SessionEnd;
import org.penstock.recorder.api.SessionRecorder;

/** A record that waits for its recorder, as a value of its own. */
sealed interface Entry {
    /** Offers it; false: refused. */
    boolean to(SessionRecorder recorder, long sequence);

    /** The same, independent of what it was made from. */
    default Entry owned() {
        return this;
    }

    record Opened() implements Entry {
        @Override
        public boolean to(SessionRecorder recorder, long sequence) {
            return recorder.opened(sequence);
        }
    }

    record Ended(ExchangeCopy exchange) implements Entry {
        static Ended of(Exchange e) {
            return new Ended(ExchangeCopy.of(e));
        }

        @Override
        public boolean to(SessionRecorder recorder, long sequence) {
            return recorder.exchange(sequence, exchange);
        }
    }

    /** Bytes still in the buffer they came in, which is kept as long as they wait; or else they are {@link #owned} before. */
    record Lent(long nowNanos, Side from, long offset, ByteBuffer bytes) implements Entry {
        @Override
        public boolean to(SessionRecorder recorder, long sequence) {
            return recorder.chunk(sequence, nowNanos, from, offset, bytes.duplicate());
        }

        @Override
        public Entry owned() {
            return Chunk.of(nowNanos, from, offset, bytes);
        }
    }

    record Chunk(long nowNanos, Side from, long offset, byte[] bytes) implements Entry {
        static Chunk of(long nowNanos, Side from, long offset, ByteBuffer b) {
            byte[] bytes = new byte[b.remaining()];
            b.get(b.position(), bytes);
            return new Chunk(nowNanos, from, offset, bytes);
        }

        @Override
        public boolean to(SessionRecorder recorder, long sequence) {
            return recorder.chunk(sequence, nowNanos, from, offset, ByteBuffer.wrap(bytes));
        }
    }

    record Missing(Gap gap) implements Entry {
        @Override
        public boolean to(SessionRecorder recorder, long sequence) {
            return recorder.gap(sequence, gap);
        }
    }

    record Closed(SessionEnd end) implements Entry {
        @Override
        public boolean to(SessionRecorder recorder, long sequence) {
            return recorder.closed(sequence, end);
        }
    }
}
