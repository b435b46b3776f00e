package org.penstock.codec.tck;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.penstock.codec.api.AttributeVisitor;
import org.penstock.codec.api.CheckpointRefused;
import org.penstock.codec.api.CodecSession;
import org.penstock.codec.api.Decoder;
import org.penstock.codec.api.Exchange;
import org.penstock.codec.api.ExchangeSink;
import org.penstock.codec.api.Outcome;
import org.penstock.codec.api.ProtocolCodec;
import org.penstock.codec.api.Refusal;
import org.penstock.codec.api.SessionFacts;
import org.penstock.codec.api.Verdict;

/**
 * A codec of a protocol made for these tests: the client sends a line of up to {@link #MOST} bytes, the server answers with
 * one; what follows a {@code #} in the client's line is secret. It looks at a half of what it is shown at a time. It can be
 * given a flaw.
 */
final class LineCodec implements ProtocolCodec {
    static final int MOST = 100;

    /** What is wrong with it. */
    enum Flaw {
        NONE,
        TAKES_A_BUFFER_FOR_A_LINE,
        TELLS_SECRETS_OF_WHOLE_LINES_ONLY,
        KEEPS_THE_BUFFER,
        WRITES_INTO_THE_BUFFER,
        MOVES_THE_LIMIT,
        CHANGES_THE_BYTE_ORDER,
        NEEDS_AN_ARRAY,
        TELLS_TWICE,
        FORGETS_WHAT_IS_IN_FLIGHT,
        SAYS_BETWEEN_EXCHANGES_TOO_EARLY,
        LOSES_THE_REQUEST_AT_A_CHECKPOINT,
        BELIEVES_ANY_CHECKPOINT,
        THROWS_ON_LONG_LINES,
        KEEPS_LONG_LINES,
        MOVES_BY_A_NEGATIVE_LENGTH,
        YIELDS_WITHOUT_MOVING,
        YIELDS_AT_THE_LIMIT
    }

    private final Flaw flaw;

    LineCodec(Flaw flaw) {
        this.flaw = flaw;
    }

    @Override
    public CodecSession open(SessionFacts facts, ExchangeSink sink) {
        return new Session(sink);
    }

    @Override
    public CodecSession restore(ByteBuffer checkpoint, SessionFacts facts, ExchangeSink sink) throws CheckpointRefused {
        ByteBuffer in = checkpoint.duplicate().order(ByteOrder.BIG_ENDIAN);
        if (flaw != Flaw.BELIEVES_ANY_CHECKPOINT) {
            check(in);
        }
        Session session = new Session(sink);
        if (in.remaining() >= 3 * Long.BYTES + 1) {
            session.load(in);
        }
        return session;
    }

    private static void check(ByteBuffer in) throws CheckpointRefused {
        if (in.remaining() < 2 * Long.BYTES || in.getLong(in.limit() - Long.BYTES) != sum(in)) {
            throw new CheckpointRefused("damaged");
        }
    }

    private static long sum(ByteBuffer in) {
        CRC32C crc = new CRC32C();
        crc.update(in.duplicate().limit(in.limit() - Long.BYTES));
        return crc.getValue();
    }

    private final class Session implements CodecSession, Exchange {
        private final ExchangeSink sink;
        private final Decoder client = new Line(true);
        private final Decoder server = new Line(false);
        private final StringBuilder line = new StringBuilder();
        private boolean inSecret;
        private boolean asking; // part of a request was seen
        private boolean asked; // all of it
        private long started;
        private long firstByte;
        private long now;
        private long responseBytes;
        private Outcome outcome = Outcome.OK;
        private ByteBuffer kept = ByteBuffer.allocate(0);
        private int keptFrom;

        Session(ExchangeSink sink) {
            this.sink = sink;
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
            byte[] text = line.toString().getBytes(StandardCharsets.ISO_8859_1);
            ByteBuffer out = ByteBuffer.allocate(text.length + 5 * Long.BYTES + 3);
            boolean lost = flaw == Flaw.LOSES_THE_REQUEST_AT_A_CHECKPOINT;
            out.putLong(started).putLong(firstByte).putLong(responseBytes);
            out.put((byte) (inSecret ? 1 : 0)).put((byte) (asking ? 1 : 0)).put((byte) (asked ? 1 : 0));
            out.put(text, 0, lost ? 0 : text.length);
            out.putLong(0).flip();
            out.putLong(out.limit() - Long.BYTES, sum(out));
            return Optional.of(out);
        }

        private void load(ByteBuffer in) {
            started = in.getLong();
            firstByte = in.getLong();
            responseBytes = in.getLong();
            inSecret = in.get() != 0;
            asking = in.get() != 0;
            asked = in.get() != 0;
            while (in.remaining() > Long.BYTES) {
                line.append((char) (in.get() & 0xff));
            }
        }

        @Override
        public boolean betweenExchanges() {
            return flaw == Flaw.SAYS_BETWEEN_EXCHANGES_TOO_EARLY ? !asking || asked : !asking;
        }

        @Override
        public Optional<ByteBuffer> refusal(Refusal why) {
            return Optional.empty();
        }

        @Override
        public void close(long nowNanos) {
            now = nowNanos;
            if (asking && flaw != Flaw.FORGETS_WHAT_IS_IN_FLIGHT) {
                tell(Outcome.ABORTED);
            }
        }

        private void tell(Outcome how) {
            outcome = how;
            sink.exchange(this);
            asking = false;
            asked = false;
            inSecret = false;
            responseBytes = 0;
            firstByte = -1;
            line.setLength(0);
        }

        @Override
        public String kind() {
            return "LINE";
        }

        @Override
        public Outcome outcome() {
            return outcome;
        }

        @Override
        public long startedNanos() {
            return started;
        }

        @Override
        public long firstByteNanos() {
            return responseBytes == 0 ? -1 : firstByte - started;
        }

        @Override
        public long durationNanos() {
            return now - started;
        }

        @Override
        public long requestBytes() {
            return line.length();
        }

        @Override
        public long responseBytes() {
            return responseBytes;
        }

        @Override
        public void attributes(AttributeVisitor visitor) {
            if (flaw == Flaw.KEEPS_THE_BUFFER) {
                visitor.text("line", kept.duplicate().position(keptFrom));
            } else {
                visitor.text("line", line.toString());
            }
        }

        /** One direction. */
        private final class Line implements Decoder {
            private final boolean asks;

            Line(boolean asks) {
                this.asks = asks;
            }

            @Override
            public Verdict decode(ByteBuffer b, long nowNanos) {
                now = nowNanos;
                misbehave(b);
                if (flaw == Flaw.YIELDS_WITHOUT_MOVING) {
                    return Verdict.YIELD;
                }
                int half = b.position() + (b.remaining() + 1) / 2;
                while (b.position() < half) {
                    String why = asks ? ask(b) : answer(b);
                    if (why != null) {
                        return new Verdict.Opaque(why);
                    }
                }
                return b.hasRemaining() || flaw == Flaw.YIELDS_AT_THE_LIMIT ? Verdict.YIELD : Verdict.FORWARD;
            }

            @SuppressWarnings("ByteBufferBackingArray") // the flaw that is shown
            private void misbehave(ByteBuffer b) {
                switch (flaw) {
                    case WRITES_INTO_THE_BUFFER -> b.put(b.limit() - 1, (byte) ' ');
                    case MOVES_THE_LIMIT -> b.limit(b.limit() - 1);
                    case CHANGES_THE_BYTE_ORDER -> b.order(ByteOrder.LITTLE_ENDIAN);
                    case NEEDS_AN_ARRAY -> b.array();
                    case KEEPS_THE_BUFFER -> {
                        if (asks) {
                            kept = b;
                            keptFrom = b.position();
                        }
                    }
                    case MOVES_BY_A_NEGATIVE_LENGTH -> moveByLength(b);
                    default -> {}
                }
            }

            /** Where a step begins with one; it comes back to where it was when the length is a length. */
            private static void moveByLength(ByteBuffer b) {
                int at = b.position();
                if (b.remaining() > Long.BYTES && (b.get(at) & 0xff) == 0xfe) {
                    long length = Long.reverseBytes(b.getLong(at + 1));
                    if (length < 0) {
                        b.position(at + 1 + (int) Math.min(length, -b.limit()));
                    }
                }
            }

            private String ask(ByteBuffer b) {
                if (asked) {
                    return "pipelined";
                }
                if (!asking) {
                    asking = true;
                    started = now;
                }
                byte c = b.get();
                if (c == '\n' || flaw == Flaw.TAKES_A_BUFFER_FOR_A_LINE && !b.hasRemaining()) {
                    line.append('\n');
                    inSecret = false;
                    asked = true;
                    return null;
                }
                if (inSecret) {
                    if (flaw != Flaw.TELLS_SECRETS_OF_WHOLE_LINES_ONLY || endsWithin(b)) {
                        sink.secret(b.position() - 1, b.position());
                    }
                    line.append('*');
                } else {
                    inSecret = c == '#';
                    line.append((char) (c & 0xff));
                }
                return line.length() > MOST ? tooLong() : null;
            }

            private static boolean endsWithin(ByteBuffer b) {
                for (int i = b.position(); i < b.limit(); i++) {
                    if (b.get(i) == '\n') {
                        return true;
                    }
                }
                return false;
            }

            private String tooLong() {
                return switch (flaw) {
                    case THROWS_ON_LONG_LINES -> throw new IllegalStateException("too long");
                    case KEEPS_LONG_LINES -> null;
                    default -> "too long";
                };
            }

            private String answer(ByteBuffer b) {
                if (!asked) {
                    return "unasked";
                }
                if (responseBytes == 0) {
                    firstByte = now;
                }
                responseBytes++;
                if (b.get() == '\n') {
                    if (flaw == Flaw.TELLS_TWICE) {
                        sink.exchange(Session.this);
                    }
                    tell(Outcome.OK);
                }
                return null;
            }

            @Override
            public void inputEnded(long nowNanos) {}
        }
    }
}
