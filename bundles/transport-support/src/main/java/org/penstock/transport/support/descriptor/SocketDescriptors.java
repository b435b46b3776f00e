package org.penstock.transport.support.descriptor;

import static java.lang.invoke.MethodType.methodType;

import java.io.FileDescriptor;
import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.net.InetSocketAddress;
import java.net.ProtocolFamily;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.nio.channels.AsynchronousChannelGroup;
import java.nio.channels.AsynchronousSocketChannel;
import java.nio.channels.Channel;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import java.nio.channels.spi.SelectorProvider;

/**
 * Takes the descriptor of a live socket out of one channel object and puts it into another. All that Penstock reaches of
 * the JDK's own is here; the members are the same in Java 17 and 25.
 *
 * <p>A socket moves by a second descriptor: {@link #duplicate}, then an ordinary {@code close} of the old object, which
 * closes its own descriptor only. The connection does not notice. Two things belong to the socket and not to a descriptor,
 * and so to both objects: whether it blocks, and that its output has been shut down.
 *
 * <p>Threads: any. Ownership: a descriptor is the caller's until a channel has been made of it or it was
 * {@linkplain #close closed}; a method that throws has changed nothing.
 *
 * <p>Errors: {@link IOException} is the system's, no descriptor left for example.
 */
public final class SocketDescriptors {
    /** What Java must be started with. */
    public static final String OPTION = "--add-opens java.base/sun.nio.ch=ALL-UNNAMED";

    private static final int CONNECTION_PENDING = 1; // SocketChannelImpl.ST_CONNECTIONPENDING
    private static final int EPOLL_CTL_DEL = 2; // <sys/epoll.h>

    private final MethodHandle descriptorOfChannel;
    private final MethodHandle descriptorOfAsynchronous;
    private final MethodHandle newDescriptor;
    private final MethodHandle number;
    private final MethodHandle newSocket;
    private final MethodHandle dup2;
    private final MethodHandle newChannel;
    private final MethodHandle setState;
    private final MethodHandle newAsynchronous;
    private final MethodHandle checkConnect;
    private final MethodHandle epollOf;
    private final MethodHandle epollControl;
    private final ProtocolFamily family;

    /**
     * Opens the way to descriptors.
     *
     * @throws UnsupportedOperationException there is none in this Java, as it was started; the message says why, in a line
     */
    public static SocketDescriptors open() {
        try {
            return new SocketDescriptors(MethodHandles.lookup());
        } catch (IllegalAccessException e) {
            throw new UnsupportedOperationException("Java was started without " + OPTION, e);
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            throw new UnsupportedOperationException(
                    "Java " + Runtime.version() + " on " + System.getProperty("os.name") + " has no " + e.getMessage(),
                    e);
        } catch (Throwable e) {
            throw new UnsupportedOperationException(e.toString(), e);
        }
    }

    private SocketDescriptors(Lookup own) throws Throwable {
        Class<?> channel = type("SocketChannelImpl");
        Class<?> abstractAsynchronous = type("AsynchronousSocketChannelImpl");
        Class<?> asynchronous = type("UnixAsynchronousSocketChannelImpl");
        Class<?> io = type("IOUtil");
        Class<?> net = type("Net");
        Class<?> dispatcher = type("DatagramDispatcher");
        Class<?> port = type("EPollPort");
        Class<?> epoll = type("EPoll");
        descriptorOfChannel = in(own, channel).findGetter(channel, "fd", FileDescriptor.class);
        descriptorOfAsynchronous =
                in(own, abstractAsynchronous).findGetter(abstractAsynchronous, "fd", FileDescriptor.class);
        newDescriptor = in(own, io).findStatic(io, "newFD", methodType(FileDescriptor.class, int.class));
        number = in(own, io).findStatic(io, "fdVal", methodType(int.class, FileDescriptor.class));
        newSocket = in(own, net)
                .findStatic(net, "socket", methodType(FileDescriptor.class, ProtocolFamily.class, boolean.class));
        Object anyDispatcher = in(own, dispatcher)
                .findConstructor(dispatcher, methodType(void.class))
                .invoke();
        dup2 = in(own, dispatcher)
                .findVirtual(dispatcher, "dup", methodType(void.class, FileDescriptor.class, FileDescriptor.class))
                .bindTo(anyDispatcher);
        newChannel = in(own, channel)
                .findConstructor(
                        channel,
                        methodType(
                                void.class,
                                SelectorProvider.class,
                                ProtocolFamily.class,
                                FileDescriptor.class,
                                SocketAddress.class));
        setState = in(own, channel).findSetter(channel, "state", int.class);
        newAsynchronous = in(own, asynchronous)
                .findConstructor(
                        asynchronous,
                        methodType(void.class, type("Port"), FileDescriptor.class, InetSocketAddress.class));
        checkConnect =
                in(own, asynchronous).findStatic(asynchronous, "checkConnect", methodType(void.class, int.class));
        epollOf = in(own, port).findGetter(port, "epfd", int.class);
        epollControl = in(own, epoll)
                .findStatic(epoll, "ctl", methodType(int.class, int.class, int.class, int.class, int.class));
        boolean v6 = (boolean) in(own, net)
                .findStatic(net, "isIPv6Available", methodType(boolean.class))
                .invoke();
        family = v6 ? StandardProtocolFamily.INET6 : StandardProtocolFamily.INET;
    }

    /** By the JDK's own loader: a bundle's knows of the JDK what the framework exports, which is not this. */
    private static Class<?> type(String name) throws ClassNotFoundException {
        return Class.forName("sun.nio.ch." + name, false, null);
    }

    private static Lookup in(Lookup own, Class<?> type) throws IllegalAccessException {
        return MethodHandles.privateLookupIn(type, own);
    }

    /** The socket's own descriptor, which stays the channel's: good while that is open, and not to be closed. */
    public int descriptor(SocketChannel channel) throws IOException {
        requireOpen(channel);
        return (int) call(() -> number.invoke((FileDescriptor) descriptorOfChannel.invoke(channel)));
    }

    /** A second descriptor of the same socket. */
    public int duplicate(SocketChannel channel) throws IOException {
        requireOpen(channel);
        return duplicate(() -> descriptorOfChannel.invoke(channel));
    }

    /** A second descriptor of the same socket. */
    public int duplicate(AsynchronousSocketChannel channel) throws IOException {
        requireOpen(channel);
        return duplicate(() -> descriptorOfAsynchronous.invoke(channel));
    }

    private int duplicate(Call from) throws IOException {
        return (int) call(() -> {
            FileDescriptor original = (FileDescriptor) from.make();
            FileDescriptor copy = (FileDescriptor) newSocket.invoke(family, true); // which the dup replaces
            int descriptor = (int) number.invoke(copy);
            try {
                dup2.invoke(original, copy);
            } catch (IOException e) {
                close(descriptor);
                throw e;
            }
            return descriptor;
        });
    }

    /** The number in a closed object may be another socket's by now. */
    private static void requireOpen(Channel channel) throws ClosedChannelException {
        if (!channel.isOpen()) {
            throw new ClosedChannelException();
        }
    }

    /** Closes a descriptor that no channel has. */
    public void close(int descriptor) throws IOException {
        channel(descriptor, null, false).close();
    }

    /**
     * A channel of this socket, non-blocking; it owns the descriptor from here on.
     *
     * @param remote where it is connected to
     * @param connecting its connect has begun and is to be finished by {@link SocketChannel#finishConnect}
     */
    public SocketChannel channel(int descriptor, InetSocketAddress remote, boolean connecting) throws IOException {
        return (SocketChannel) call(() -> {
            SocketChannel channel = (SocketChannel) newChannel.invoke(
                    SelectorProvider.provider(), family, newDescriptor.invoke(descriptor), (SocketAddress) remote);
            channel.configureBlocking(false);
            if (connecting) {
                setState.invoke(channel, CONNECTION_PENDING);
            }
            return channel;
        });
    }

    /**
     * An asynchronous channel of this socket, which it makes non-blocking; it owns the descriptor from here on. One that
     * still connects may be had too: what it writes waits, and {@link #finishConnect} says what has come of it then.
     *
     * @param group a group of the default provider
     */
    public AsynchronousSocketChannel asynchronousChannel(
            AsynchronousChannelGroup group, int descriptor, InetSocketAddress remote) throws IOException {
        return (AsynchronousSocketChannel)
                call(() -> newAsynchronous.invoke(group, newDescriptor.invoke(descriptor), remote));
    }

    /**
     * Ends the connect of a channel that was made of a connecting socket, once it can be written to.
     *
     * @throws IOException it was refused, or has failed otherwise
     */
    public void finishConnect(AsynchronousSocketChannel channel) throws IOException {
        call(() -> {
            checkConnect.invoke(numberOf(channel));
            return null;
        });
    }

    /**
     * The group waits for nothing of this channel's socket any more. To be called between {@link #duplicate} and
     * {@code close}: as long as another descriptor of the socket is open, closing this one does not take it out of epoll.
     */
    public void forget(AsynchronousChannelGroup group, AsynchronousSocketChannel channel) throws IOException {
        call(() -> epollControl.invoke(
                (int) epollOf.invoke(group), EPOLL_CTL_DEL, numberOf(channel), 0)); // or is not in it
    }

    private int numberOf(AsynchronousSocketChannel channel) throws Throwable {
        return (int) number.invoke((FileDescriptor) descriptorOfAsynchronous.invoke(channel));
    }

    @FunctionalInterface
    private interface Call {
        Object make() throws Throwable;
    }

    private static Object call(Call call) throws IOException {
        try {
            return call.make();
        } catch (IOException | RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }
}
