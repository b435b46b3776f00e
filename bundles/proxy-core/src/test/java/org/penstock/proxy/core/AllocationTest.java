package org.penstock.proxy.core;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.penstock.codec.api.CodecSession;
import org.penstock.codec.api.Decoder;
import org.penstock.codec.api.Exchange;
import org.penstock.codec.api.ExchangeSink;
import org.penstock.codec.api.Outcome;
import org.penstock.codec.api.ProtocolCodec;
import org.penstock.codec.api.Refusal;
import org.penstock.codec.api.SessionFacts;
import org.penstock.codec.api.Verdict;
import org.penstock.proxy.core.record.SilentRecorder;

/** In the steady state a message costs no memory. */
@Timeout(120)
class AllocationTest {
    private static final int EXCHANGES = 100_000;

    @Test
    void anExchangeAllocatesNothingOnItsStrand() throws Exception {
        try (ProxyRig rig = ProxyRig.full(64 << 20);
                ServerSocketChannel listener = ServerSocketChannel.open()) {
            listener.bind(new InetSocketAddress(rig.host, 0));
            rig.come("echo", new EchoCodec());
            rig.come("count", new CountingRecorder());
            rig.opened(
                    "protocol=echo",
                    "recorder=count",
                    "record.level=full",
                    "strands=1",
                    "backend=" + rig.at(((InetSocketAddress) listener.getLocalAddress()).getPort()));
            try (SocketChannel c = SocketChannel.open(rig.address());
                    SocketChannel s = listener.accept()) {
                ByteBuffer b = ByteBuffer.allocateDirect(64);
                exchange(c, s, b, EXCHANGES / 5); // until it is compiled, and buffers are where they stay
                ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
                long strand = Thread.getAllStackTraces().keySet().stream()
                        .filter(t -> t.getName().startsWith("test-nio-0"))
                        .findFirst()
                        .orElseThrow()
                        .getId();
                long recorded = CountingRecorder.exchanges;
                long before = threads.getThreadAllocatedBytes(strand);
                exchange(c, s, b, EXCHANGES);
                long allocated = threads.getThreadAllocatedBytes(strand) - before;
                assertTrue(CountingRecorder.exchanges - recorded >= EXCHANGES - 1, "exchanges were recorded");
                assertTrue(allocated < EXCHANGES, allocated + " bytes in " + EXCHANGES + " exchanges");
            }
        }
    }

    private static void exchange(SocketChannel c, SocketChannel s, ByteBuffer b, int n) throws IOException {
        for (int i = 0; i < n; i++) {
            pass(c, s, b);
            pass(s, c, b);
        }
    }

    private static void pass(SocketChannel from, SocketChannel to, ByteBuffer b) throws IOException {
        b.clear();
        from.write(b);
        b.clear();
        while (b.hasRemaining()) {
            if (to.read(b) < 0) {
                throw new IOException("ended");
            }
        }
    }

    /** Each of the server's buffers ends an exchange. */
    private static final class EchoCodec implements ProtocolCodec {
        @Override
        public CodecSession open(SessionFacts facts, ExchangeSink sink) {
            Exchange ended = new LineCodec.LineExchange("echo", Outcome.OK, 1);
            Decoder all = new Decoder() {
                @Override
                public Verdict decode(ByteBuffer b, long nowNanos) {
                    b.position(b.limit());
                    return Verdict.FORWARD;
                }

                @Override
                public void inputEnded(long nowNanos) {}
            };
            Decoder ending = new Decoder() {
                @Override
                public Verdict decode(ByteBuffer b, long nowNanos) {
                    sink.exchange(ended);
                    return all.decode(b, nowNanos);
                }

                @Override
                public void inputEnded(long nowNanos) {}
            };
            return new CodecSession() {
                @Override
                public Decoder client() {
                    return all;
                }

                @Override
                public Decoder server() {
                    return ending;
                }

                @Override
                public Optional<ByteBuffer> checkpoint() {
                    return Optional.of(ByteBuffer.allocate(0));
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
                public void close(long nowNanos) {}
            };
        }

        @Override
        public CodecSession restore(ByteBuffer checkpoint, SessionFacts facts, ExchangeSink sink) {
            return open(facts, sink);
        }
    }

    private static final class CountingRecorder extends SilentRecorder {
        private static volatile long exchanges; // written by one strand

        @Override
        @SuppressWarnings("NonAtomicVolatileUpdate")
        public boolean exchange(long sequence, Exchange e) {
            exchanges++;
            return true;
        }
    }
}
