package org.penstock.transport.netty;

import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.uring.IoUring;
import io.netty.channel.uring.IoUringIoHandler;
import java.util.Optional;
import org.penstock.transport.support.descriptor.SocketDescriptors;

/**
 * What a loop waits by.
 *
 * <p>Netty's classes of a kind are loaded when that kind is first asked for, and with them its native library.
 */
enum IoKind {
    NIO("netty-nio", "a selector", false) {
        @Override
        Optional<Throwable> missing() {
            return Optional.empty();
        }

        @Override
        Io open() {
            return new Io(this, NioIoHandler.newFactory(), NioWatch::new);
        }
    },

    EPOLL("netty-epoll", "epoll", true) {
        @Override
        Optional<Throwable> missing() {
            return Optional.ofNullable(Epoll.unavailabilityCause());
        }

        @Override
        Io open() {
            SocketDescriptors descriptors = SocketDescriptors.open();
            return new Io(
                    this,
                    EpollIoHandler.newFactory(),
                    (channel, socket) -> new EpollWatch(descriptors.descriptor(channel), socket));
        }
    },

    IO_URING("netty-io_uring", "an io_uring", true) {
        @Override
        Optional<Throwable> missing() {
            return Optional.ofNullable(IoUring.unavailabilityCause());
        }

        @Override
        Io open() {
            SocketDescriptors descriptors = SocketDescriptors.open();
            return new Io(
                    this,
                    IoUringIoHandler.newFactory(),
                    (channel, socket) -> new UringWatch(descriptors.descriptor(channel), socket));
        }
    };

    private final String transport;
    private final String means;
    private final boolean byDescriptor;

    IoKind(String transport, String means, boolean byDescriptor) {
        this.transport = transport;
        this.means = means;
        this.byDescriptor = byDescriptor;
    }

    /** The transport's name. */
    String transport() {
        return transport;
    }

    /** What it waits by, for the reader. */
    String means() {
        return means;
    }

    /** Whether sockets are lent to it by their descriptors, which nobody promises to work. */
    boolean byDescriptor() {
        return byDescriptor;
    }

    /** Why this machine has no such thing, as Netty says it; empty: it has. */
    abstract Optional<Throwable> missing();

    /**
     * The kind ready for use, where it is not {@link #missing}.
     *
     * @throws UnsupportedOperationException this Java, as it was started, does not allow it; the message says why, in a line
     */
    abstract Io open();
}
