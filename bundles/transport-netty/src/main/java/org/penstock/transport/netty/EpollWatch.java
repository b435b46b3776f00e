package org.penstock.transport.netty;

import io.netty.channel.IoEvent;
import io.netty.channel.IoRegistration;
import io.netty.channel.epoll.EpollIoEvent;
import io.netty.channel.epoll.EpollIoHandle;
import io.netty.channel.epoll.EpollIoOps;
import io.netty.channel.unix.FileDescriptor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.SelectionKey;

/**
 * A socket in an epoll instance, level-triggered.
 *
 * <p>An error and a hang-up are reported whatever is waited for, and would keep a loop from sleeping that waits for nothing;
 * and Netty's registration, told to wait for nothing, does not find its way back. So waiting for nothing is waiting once:
 * the kernel then reports such a state a single time.
 *
 * <p>Source: epoll_ctl(2).
 */
final class EpollWatch implements Watch, EpollIoHandle {
    private static final int OUT = SelectionKey.OP_WRITE | SelectionKey.OP_CONNECT;
    private static final int EPOLLHUP = 0x010;
    private static final int EPOLLONESHOT = 1 << 30;

    private static final EpollIoOps NOTHING = EpollIoOps.valueOf(EPOLLONESHOT);
    private static final EpollIoOps INPUT = EpollIoOps.EPOLLIN;
    private static final EpollIoOps OUTPUT = EpollIoOps.EPOLLOUT;
    private static final EpollIoOps BOTH = EpollIoOps.EPOLLIN.with(EpollIoOps.EPOLLOUT);
    private static final int BROKEN = EpollIoOps.EPOLLERR.value() | EPOLLHUP;

    private final FileDescriptor descriptor;
    private final NettySocket socket;
    private IoRegistration registration;
    private int applied;

    /** @param number the socket's descriptor, which stays its channel's */
    EpollWatch(int number, NettySocket socket) {
        this.descriptor = new FileDescriptor(number);
        this.socket = socket;
    }

    @Override
    public FileDescriptor fd() {
        return descriptor;
    }

    @Override
    public void begin(IoRegistration registered) {
        registration = registered;
    }

    @Override
    public void await(int ops) throws IOException {
        if (ops == applied) {
            return;
        }
        applied = ops;
        boolean input = (ops & SelectionKey.OP_READ) != 0;
        boolean output = (ops & OUT) != 0;
        try {
            registration.submit(input ? output ? BOTH : INPUT : output ? OUTPUT : NOTHING);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /** A socket that is broken is ready for whatever is waited for: that tells what is wrong with it. */
    @Override
    public void handle(IoRegistration from, IoEvent event) {
        int events = ((EpollIoEvent) event).ops().value();
        if ((events & BROKEN) != 0) {
            socket.ready(applied);
            return;
        }
        int input = (events & INPUT.value()) != 0 ? SelectionKey.OP_READ : 0;
        int output = (events & OUTPUT.value()) != 0 ? OUT : 0;
        socket.ready((input | output) & applied);
    }

    @Override
    public void leave() {
        registration.cancel();
        socket.gone();
    }

    @Override
    public void unregistered() {
        socket.unregistered();
    }
}
