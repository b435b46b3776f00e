package org.penstock.proxy.core;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * Streams in which every byte follows from a seed and its place: a byte lost, doubled or in the wrong place is seen where it
 * happens. The client sends its seed first; the server answers with a stream of a seed made of that, at the same time.
 */
final class Streams {
    static final long HASH_START = 1_469_598_103_934_665_603L;

    private static final int PIECE = 16 * 1024;

    private Streams() {}

    /** Over the bytes from position to limit, split however they are; the position moves to the limit. */
    static long hash(long before, ByteBuffer b) {
        long hash = before;
        while (b.hasRemaining()) {
            hash = (hash ^ b.get()) * 1_099_511_628_211L;
        }
        return hash;
    }

    /** How a stream is sent and read. */
    record Plan(long seed, long clientBytes, long serverBytes, boolean slowReader, boolean clientEndsFirst) {}

    /** The client's half; throws where anything is wrong with what comes back. */
    static void client(Socket s, Plan p) throws Exception {
        DataOutputStream out = new DataOutputStream(s.getOutputStream());
        out.writeLong(p.seed);
        out.writeLong(p.clientBytes);
        out.writeLong(p.serverBytes);
        out.writeBoolean(p.slowReader);
        out.writeBoolean(p.clientEndsFirst);
        out.flush();
        both(s, out, p.seed, p.clientBytes, ~p.seed, p.serverBytes, p.slowReader, p.clientEndsFirst);
    }

    /** The server's half. */
    static void server(Socket s) throws Exception {
        DataInputStream in = new DataInputStream(s.getInputStream());
        long seed = in.readLong();
        long clientBytes = in.readLong();
        long serverBytes = in.readLong();
        boolean slow = in.readBoolean();
        boolean clientEndsFirst = in.readBoolean();
        both(s, s.getOutputStream(), ~seed, serverBytes, seed, clientBytes, slow, !clientEndsFirst);
    }

    private static void both(
            Socket s,
            OutputStream out,
            long sendSeed,
            long sends,
            long readSeed,
            long reads,
            boolean slow,
            boolean first)
            throws Exception {
        Throwable[] failed = new Throwable[1];
        Thread sender = new Thread(() -> {
            try {
                send(out, sendSeed, sends);
                if (first) {
                    s.shutdownOutput();
                }
            } catch (IOException e) {
                failed[0] = e;
            }
        });
        sender.setDaemon(true);
        sender.start();
        InputStream in = s.getInputStream();
        read(in, readSeed, reads, slow);
        if (!first) {
            atEnd(in, reads);
        }
        sender.join();
        if (failed[0] != null) {
            throw new IOException("while sending", failed[0]);
        }
        if (first) {
            atEnd(in, reads);
        } else {
            s.shutdownOutput();
        }
    }

    private static void send(OutputStream out, long seed, long bytes) throws IOException {
        SplittableRandom content = new SplittableRandom(seed);
        byte[] piece = new byte[PIECE];
        for (long left = bytes; left > 0; left -= piece.length) {
            content.nextBytes(piece);
            out.write(piece, 0, (int) Math.min(left, piece.length));
        }
    }

    private static void read(InputStream in, long seed, long bytes, boolean slow) throws IOException {
        SplittableRandom content = new SplittableRandom(seed);
        byte[] expected = new byte[PIECE];
        byte[] got = new byte[PIECE];
        for (long left = bytes; left > 0; left -= got.length) {
            content.nextBytes(expected);
            int n = (int) Math.min(left, got.length);
            int read = in.readNBytes(got, 0, n);
            if (read < n) {
                throw new IOException("ended " + (left - read) + " bytes too early");
            }
            int wrong = java.util.Arrays.mismatch(got, 0, n, expected, 0, n);
            if (wrong >= 0) {
                throw new IOException("wrong byte at " + (bytes - left + wrong));
            }
            if (slow) {
                LockSupport.parkNanos(1_000_000); // a slow reader is slow; nothing waits for this
            }
        }
    }

    private static void atEnd(InputStream in, long after) throws IOException {
        if (in.read() >= 0) {
            throw new IOException("more than " + after + " bytes");
        }
    }
}
