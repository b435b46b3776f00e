package org.penstock.transport.support;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** Has as much room as a test gives it, a portion a call, and writes down what it took and by which calls. */
final class ScriptedSocket implements LiveSocket {
    final ByteArrayOutputStream taken = new ByteArrayOutputStream();
    int calls;
    boolean shut;
    private int room;
    private int portion = Integer.MAX_VALUE;
    private IOException failure;
    private SocketChannel channel;

    void makeRoom(int bytes) {
        room += bytes;
    }

    /** As a peer does that makes a little room again and again. */
    void takesAtATime(int bytes) {
        portion = bytes;
    }

    void fails(IOException e) {
        failure = e;
    }

    /** What it is once it is free. */
    void leavesAs(SocketChannel free) {
        channel = free;
    }

    @Override
    public int read(ByteBuffer b) {
        return 0;
    }

    @Override
    public int write(ByteBuffer b) throws IOException {
        beginCall();
        return take(b, Math.min(room, portion));
    }

    @Override
    public long write(ByteBuffer[] buffers, int from, int length) throws IOException {
        beginCall();
        int left = Math.min(room, portion);
        long sum = 0;
        for (int i = from; i < from + length; i++) {
            int n = take(buffers[i], left);
            left -= n;
            sum += n;
        }
        return sum;
    }

    private void beginCall() throws IOException {
        calls++;
        if (failure != null) {
            throw failure;
        }
    }

    private int take(ByteBuffer b, int most) {
        int n = Math.min(b.remaining(), most);
        for (int i = 0; i < n; i++) {
            taken.write(b.get());
        }
        room -= n;
        return n;
    }

    @Override
    public void shutdownOutput() {
        shut = true;
    }

    @Override
    public boolean finishConnect() {
        return true;
    }

    @Override
    public Object remoteAddress() {
        return "nowhere";
    }

    @Override
    public Freed free() {
        return new Freed(channel, null);
    }

    @Override
    public void close() {
        // nothing to close
    }
}
