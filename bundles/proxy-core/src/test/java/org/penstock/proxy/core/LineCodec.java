package org.penstock.proxy.core;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
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
 * A protocol for tests: a line is a request, a line back its answer. {@code opaque} as a request ends understanding;
 * {@code pass...} is secret.
 */
public class LineCodec implements ProtocolCodec {
    @Override
    public CodecSession open(SessionFacts facts, ExchangeSink sink) {
        return new LineSession(sink);
    }

    @Override
    public CodecSession restore(ByteBuffer checkpoint, SessionFacts facts, ExchangeSink sink) throws CheckpointRefused {
        LineSession s = new LineSession(sink);
        int requests = checkpoint.getInt();
        if (requests < 0) {
            throw new CheckpointRefused("negative");
        }
        for (int i = 0; i < requests; i++) {
            s.requests.add(text(checkpoint));
        }
        s.client.line.append(text(checkpoint));
        s.server.line.append(text(checkpoint));
        return s;
    }

    private static String text(ByteBuffer b) {
        byte[] bytes = new byte[b.getInt()];
        b.get(bytes);
        return new String(bytes, java.nio.charset.StandardCharsets.ISO_8859_1);
    }

    private static final class LineSession implements CodecSession {
        private final ExchangeSink sink;
        private final Deque<String> requests = new ArrayDeque<>();
        private final LineDecoder client = new LineDecoder(true);
        private final LineDecoder server = new LineDecoder(false);

        LineSession(ExchangeSink sink) {
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
            ByteBuffer b = ByteBuffer.allocate(1 << 16).putInt(requests.size());
            requests.forEach(r -> put(b, r));
            put(b, client.line.toString());
            put(b, server.line.toString());
            return Optional.of(b.flip());
        }

        private static void put(ByteBuffer b, String s) {
            byte[] bytes = s.getBytes(java.nio.charset.StandardCharsets.ISO_8859_1);
            b.putInt(bytes.length).put(bytes);
        }

        @Override
        public boolean betweenExchanges() {
            return requests.isEmpty() && client.line.length() == 0 && server.line.length() == 0;
        }

        @Override
        public Optional<ByteBuffer> refusal(Refusal why) {
            if (client.line.length() > 0) {
                return Optional.empty(); // there is no answer to half a request
            }
            return Optional.of(
                    ByteBuffer.wrap(("refused " + why + "\n").getBytes(java.nio.charset.StandardCharsets.ISO_8859_1)));
        }

        @Override
        public void close(long nowNanos) {
            requests.forEach(r -> sink.exchange(new LineExchange(r, Outcome.ABORTED, 0)));
            requests.clear();
        }

        private final class LineDecoder implements Decoder {
            private final boolean fromClient;
            private final StringBuilder line = new StringBuilder();

            LineDecoder(boolean fromClient) {
                this.fromClient = fromClient;
            }

            @Override
            public Verdict decode(ByteBuffer b, long nowNanos) {
                int begun = b.position();
                while (b.hasRemaining()) {
                    char c = (char) (b.get() & 0xff);
                    if (c != '\n') {
                        line.append(c);
                        continue;
                    }
                    String whole = line.toString();
                    line.setLength(0);
                    if (whole.equals("REFUSE")) {
                        b.position(b.position() - 7);
                        return new Verdict.Refuse(ByteBuffer.wrap(new byte[] {'n', 'o', '\n'}), "asked to");
                    } else if (!fromClient) {
                        String request = requests.poll();
                        sink.exchange(new LineExchange(request == null ? "?" : request, Outcome.OK, whole.length()));
                    } else if (whole.equals("opaque")) {
                        return new Verdict.Opaque("asked to");
                    } else if (whole.equals("refuse")) {
                        b.position(b.position() - 1);
                        return new Verdict.Refuse(ByteBuffer.wrap(new byte[] {'n', 'o', '\n'}), "asked to");
                    } else {
                        if (whole.startsWith("pass")) {
                            sink.secret(Math.max(begun, b.position() - 1 - whole.length() + 4), b.position() - 1);
                        }
                        requests.add(whole);
                    }
                }
                return Verdict.FORWARD;
            }

            @Override
            public void inputEnded(long nowNanos) {}
        }
    }

    record LineExchange(String request, Outcome outcome, long answered) implements Exchange {
        @Override
        public String kind() {
            return "LINE";
        }

        @Override
        public long startedNanos() {
            return 1;
        }

        @Override
        public long firstByteNanos() {
            return 2;
        }

        @Override
        public long durationNanos() {
            return 3;
        }

        @Override
        public long requestBytes() {
            return request.length() + 1L;
        }

        @Override
        public long responseBytes() {
            return answered + 1;
        }

        @Override
        public void attributes(AttributeVisitor visitor) {
            visitor.text("line", request);
            visitor.number("answered", answered);
        }
    }
}
