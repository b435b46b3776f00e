package org.penstock.transport.tck;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** The other end of a connection under test: a plain blocking socket that sends and expects {@link Pattern}. */
public final class Peer implements AutoCloseable {
    private static final int PIECE = 64 * 1024;

    private final Socket socket;
    private volatile long sent; // by the thread that sends
    private long received;

    Peer(Socket socket) {
        this.socket = socket;
        attempt(() -> {
            socket.setTcpNoDelay(true);
            socket.setSoTimeout((int) TimeUnit.SECONDS.toMillis(Waits.seconds()));
        });
    }

    Socket socket() {
        return socket;
    }

    long sent() {
        return sent;
    }

    long received() {
        return received;
    }

    /** The next {@code bytes} of the stream. Blocks until the system has them. */
    void send(long bytes) {
        attempt(() -> {
            long at = sent;
            for (long end = at + bytes; at < end; sent = at) {
                int piece = (int) Math.min(PIECE, end - at);
                socket.getOutputStream().write(Pattern.bytes(at, piece));
                at += piece;
            }
        });
    }

    /** The next bytes of the stream reach the other end by another way. */
    void skip(long bytes) {
        long at = sent;
        sent = at + bytes;
    }

    CompletableFuture<Void> sendInBackground(long bytes) {
        return background(() -> send(bytes));
    }

    /** Sends until told to stop, and then ends the output. */
    CompletableFuture<Void> sendInBackgroundUntil(BooleanSupplier enough) {
        return background(() -> {
            while (!enough.getAsBoolean()) {
                send(PIECE);
            }
            end();
        });
    }

    /** As much as goes without anybody reading at the other end: until nothing more is taken for a while. */
    CompletableFuture<Void> sendUntilClosed() {
        return background(() -> {
            try {
                while (true) {
                    send(PIECE);
                }
            } catch (UncheckedIOException e) {
                // That is the end that was waited for.
            }
        });
    }

    /** Returns when the system takes nothing more of what is being sent: until then it moves in no time. */
    void awaitStandstill() {
        long before;
        do {
            before = sent;
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
        } while (sent != before);
    }

    void end() {
        attempt(socket::shutdownOutput);
    }

    /** Reads exactly the next {@code bytes} and checks them. */
    void expect(long bytes) {
        for (long end = received + bytes; received < end; ) {
            int n = readSome((int) Math.min(PIECE, end - received));
            if (n < 0) {
                throw new AssertionError("the stream ended at " + received + " instead of " + end);
            }
        }
    }

    /** Reads and checks whatever comes until the stream ends. */
    void expectUntilEnd() {
        int n;
        do {
            n = readSome(PIECE);
        } while (n >= 0);
    }

    CompletableFuture<Void> expectInBackground(long bytes) {
        return background(() -> expect(bytes));
    }

    /** There is nothing more but the end. */
    void expectEnd() {
        int n = readSome(1);
        if (n >= 0) {
            throw new AssertionError("a byte came instead of the end, at " + received);
        }
    }

    /** Reads up to {@code most} bytes and checks them; -1 at the end. */
    int readSome(int most) {
        try {
            InputStream in = socket.getInputStream();
            byte[] bytes = new byte[most];
            int n = in.read(bytes);
            long wrong = n <= 0 ? -1 : Pattern.firstWrong(ByteBuffer.wrap(bytes, 0, n), received);
            if (wrong >= 0) {
                throw new AssertionError("a wrong byte came at " + wrong);
            }
            received += Math.max(n, 0);
            return n;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads whatever comes until the connection ends. */
    void discard() {
        try {
            byte[] bytes = new byte[PIECE];
            while (socket.getInputStream().read(bytes) >= 0) {
                // on to the next
            }
        } catch (IOException e) {
            // That is the end as well.
        }
    }

    /** Whether the other end's socket is wholly gone: then what is sent is answered by a reset, soon. */
    boolean isRefusedSoon() {
        try {
            for (int i = 0; i < 200; i++) {
                socket.getOutputStream().write(0);
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2));
            }
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    /** Ends the connection by a reset. */
    void reset() {
        attempt(() -> {
            socket.setSoLinger(true, 0);
            socket.close();
        });
    }

    @Override
    public void close() {
        attempt(socket::close);
    }

    static CompletableFuture<Void> background(Runnable work) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        Thread thread = new Thread(
                () -> {
                    try {
                        work.run();
                        done.complete(null);
                    } catch (Throwable e) {
                        done.completeExceptionally(e);
                    }
                },
                "tck-peer");
        thread.setDaemon(true);
        thread.start();
        return done;
    }

    private interface Attempt {
        void run() throws IOException;
    }

    private static void attempt(Attempt attempt) {
        try {
            attempt.run();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
