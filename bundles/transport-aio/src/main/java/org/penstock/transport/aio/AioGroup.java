package org.penstock.transport.aio;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.channels.AsynchronousChannelGroup;
import java.nio.channels.AsynchronousSocketChannel;
import java.nio.channels.Channel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.penstock.transport.support.StrandThread;
import org.penstock.transport.support.descriptor.SocketDescriptors;

/**
 * A channel group with one thread, which is its strand's, and the ways of a socket into it and out of it.
 *
 * <p>A socket on its way has two descriptors for a moment. One is held in reserve for that: a process that has none left
 * still moves its connections.
 *
 * <p>Threads: {@link #adopt} and {@link #free} on the strand, all else any.
 */
final class AioGroup {
    private final AsynchronousChannelGroup channels;
    private final Executor tasks;
    private final AtomicReference<StrandThread> thread;
    private final Access access;
    private final Executor elsewhere;
    private SocketChannel reserve; // closed: used up just now

    /**
     * Starts its thread.
     *
     * @param elsewhere runs things on another thread than the group's
     * @throws UncheckedIOException the system has no descriptor or no thread left
     */
    static AioGroup start(String name, Access access, Executor elsewhere) {
        AtomicReference<StrandThread> thread = new AtomicReference<>();
        SocketChannel reserve = null;
        try {
            reserve = SocketChannel.open();
            AsynchronousChannelGroup channels = AsynchronousChannelGroup.withFixedThreadPool(1, work -> {
                thread.set(new StrandThread(name, work));
                return thread.get().thread();
            });
            return new AioGroup(channels, thread, reserve, access, elsewhere);
        } catch (IOException e) {
            closeQuietly(reserve);
            throw new UncheckedIOException("cannot open a channel group: " + e.getMessage(), e);
        } catch (OutOfMemoryError e) {
            closeQuietly(reserve);
            throw new UncheckedIOException(new IOException("cannot start a thread: " + e.getMessage(), e));
        }
    }

    private AioGroup(
            AsynchronousChannelGroup channels,
            AtomicReference<StrandThread> thread,
            SocketChannel reserve,
            Access access,
            Executor elsewhere) {
        this.channels = channels;
        this.tasks = tasksOf(channels);
        this.thread = thread;
        this.reserve = reserve;
        this.access = access;
        this.elsewhere = elsewhere;
    }

    /** The JDK's own groups run tasks as well, between the completions of their channels. */
    private static Executor tasksOf(AsynchronousChannelGroup channels) {
        if (channels instanceof Executor executor) {
            return executor;
        }
        channels.shutdown();
        throw new UnsupportedOperationException("channel groups of this Java run no tasks: " + channels.getClass());
    }

    boolean isCurrent() {
        return thread.get().isCurrent();
    }

    /** Runs a task on the group's thread; not at all once the group has ended. */
    void execute(Runnable task) {
        try {
            tasks.execute(task);
        } catch (RejectedExecutionException e) {
            // It has ended, and there is nothing left to be done.
        }
    }

    void elsewhere(Runnable task) {
        elsewhere.execute(task);
    }

    /** A socket that is to be connected. */
    AsynchronousSocketChannel open() throws IOException {
        return AsynchronousSocketChannel.open(channels);
    }

    boolean adopts() {
        return access.isOpen();
    }

    /** The socket of another object, which is as good as closed afterwards; where this throws, nothing has happened. */
    AsynchronousSocketChannel adopt(SocketChannel from, InetSocketAddress remote) throws IOException {
        SocketDescriptors descriptors = access.descriptors();
        int descriptor = withReserve(() -> descriptors.duplicate(from));
        AsynchronousSocketChannel channel;
        try {
            channel = descriptors.asynchronousChannel(channels, descriptor, remote);
        } catch (IOException | RuntimeException e) {
            descriptors.close(descriptor);
            throw e;
        }
        closeQuietly(from);
        restoreReserve();
        return channel;
    }

    private interface Duplication {
        int make() throws IOException;
    }

    private int withReserve(Duplication duplication) throws IOException {
        try {
            return duplication.make();
        } catch (IOException e) {
            closeQuietly(reserve);
            return duplication.make();
        }
    }

    private void restoreReserve() {
        if (!reserve.isOpen()) {
            try {
                reserve = SocketChannel.open();
            } catch (IOException e) {
                // Somebody else was quicker; the next socket that goes leaves another descriptor.
            }
        }
    }

    /** Of a socket whose connect another object began: what has come of it. */
    void finishConnect(AsynchronousSocketChannel channel) throws IOException {
        access.descriptors().finishConnect(channel);
    }

    /**
     * The socket in an object of its own; what is pending here is over.
     *
     * @throws IOException it cannot be had; nothing has happened
     */
    SocketChannel free(AsynchronousSocketChannel channel, InetSocketAddress remote, boolean connecting)
            throws IOException {
        if (!access.isOpen()) {
            throw new IOException(access.problem());
        }
        SocketDescriptors descriptors = access.descriptors();
        int descriptor = withReserve(() -> descriptors.duplicate(channel));
        SocketChannel freed;
        try {
            freed = descriptors.channel(descriptor, remote, connecting);
        } catch (IOException | RuntimeException e) {
            descriptors.close(descriptor);
            throw e;
        }
        descriptors.forget(channels, channel);
        closeQuietly(channel);
        restoreReserve();
        return freed;
    }

    /** @param channel null: there is none */
    static void closeQuietly(Channel channel) {
        try {
            if (channel != null) {
                channel.close();
            }
        } catch (IOException e) {
            // Closed is closed: the descriptor is free whatever close reports, and nobody could act on it.
        }
    }

    /** Takes no socket any more, and ends its thread when the last one has left. */
    void shutdown() {
        closeQuietly(reserve);
        channels.shutdown();
    }

    /** Waits until it has given back everything, whatever interrupts the caller; false: the time is up. */
    boolean awaitEnd(long nanos) {
        return thread.get().awaitEnd(nanos);
    }
}
