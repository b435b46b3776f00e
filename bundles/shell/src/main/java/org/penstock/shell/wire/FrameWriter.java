package org.penstock.shell.wire;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.Arrays;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/** Writes frames to a blocking channel, each whole. Any thread. */
public final class FrameWriter {
    private final WritableByteChannel channel;
    private final Lock lock = new ReentrantLock();

    public FrameWriter(WritableByteChannel channel) {
        this.channel = channel;
    }

    /** Returns when the channel has taken it all; waits for a slow peer. */
    public void write(Frame frame) throws IOException {
        lock.lock();
        try {
            for (ByteBuffer b = frame.bytes(); b.hasRemaining(); ) {
                channel.write(b);
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * A stream whose bytes go out as frames of a kind, at each call of {@code write}.
     *
     * @param gone when true, writing and flushing fail: so a command that only waits learns that nobody listens
     */
    public OutputStream stream(Frame.Kind kind, BooleanSupplier gone) {
        return new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                write(new byte[] {(byte) b}, 0, 1);
            }

            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                for (int at = 0; at < length; at += Frame.MAX_CONTENT) {
                    flush();
                    int end = Math.min(length, at + Frame.MAX_CONTENT);
                    FrameWriter.this.write(new Frame(kind, Arrays.copyOfRange(bytes, offset + at, offset + end)));
                }
            }

            @Override
            public void flush() throws IOException {
                if (gone.getAsBoolean()) {
                    throw new IOException("the client is gone");
                }
            }
        };
    }
}
