package org.penstock.transport.netty;

import io.netty.channel.IoEvent;
import io.netty.channel.IoRegistration;
import io.netty.channel.uring.IoUringIoEvent;
import io.netty.channel.uring.IoUringIoHandle;
import io.netty.channel.uring.IoUringIoOps;
import java.io.IOException;
import java.nio.channels.SelectionKey;

/**
 * A socket in an io_uring: a poll request for each direction that is waited for.
 *
 * <p>A request completes once. It is made anew while the direction is still waited for, together with those of all other
 * sockets in the one system call that waits; where it is waited for no more, the request stays until it completes and is
 * then forgotten. So changing what is waited for costs nothing.
 *
 * <p>Source: io_uring_enter(2), IORING_OP_POLL_ADD and IORING_OP_ASYNC_CANCEL; linux/io_uring.h.
 */
final class UringWatch implements Watch, IoUringIoHandle {
    private static final byte POLL_ADD = 6;
    private static final byte ASYNC_CANCEL = 14;
    private static final int POLLIN = 0x001;
    private static final int POLLOUT = 0x004;

    private final NettySocket socket;
    private final Poll input;
    private final Poll output;
    private IoRegistration registration;
    private int awaited;

    /** @param number the socket's descriptor, which stays its channel's */
    UringWatch(int number, NettySocket socket) {
        this.socket = socket;
        this.input = new Poll(number, POLLIN, SelectionKey.OP_READ);
        this.output = new Poll(number, POLLOUT, SelectionKey.OP_WRITE | SelectionKey.OP_CONNECT);
    }

    @Override
    public void begin(IoRegistration registered) {
        registration = registered;
    }

    @Override
    public void await(int ops) throws IOException {
        awaited = ops;
        input.request();
        output.request();
    }

    @Override
    public void handle(IoRegistration from, IoEvent event) {
        IoUringIoEvent completion = (IoUringIoEvent) event;
        if (completion.opcode() == POLL_ADD) {
            (completion.userData() == POLLIN ? input : output).completed(completion.res());
        }
    }

    /** A request holds on to the socket: only when the last one has completed nothing of the ring knows it any more. */
    @Override
    public void leave() {
        awaited = 0;
        input.cancel();
        output.cancel();
        registration.cancel();
    }

    @Override
    public void unregistered() {
        socket.unregistered();
    }

    /** The request for one direction. */
    private final class Poll {
        private final IoUringIoOps add;
        private final int events;
        private final int ops;
        private long pending; // the ring's name for the request; 0: none

        Poll(int number, int events, int ops) {
            this.add = new IoUringIoOps(
                    POLL_ADD, (byte) 0, (short) 0, number, 0, 0, 0, events, (long) events, (short) 0, (short) 0, 0, 0);
            this.events = events;
            this.ops = ops;
        }

        void request() throws IOException {
            if ((awaited & ops) != 0 && pending == 0) {
                pending = registration.submit(add);
                if (pending == 0) {
                    throw new IOException("the ring takes no request");
                }
            }
        }

        /** @param result the events, or an error's number below 0 */
        void completed(int result) {
            pending = 0;
            if ((awaited & ops) == 0) {
                return;
            }
            if (result < 0) {
                socket.failed(new IOException("poll failed, error " + -result));
            } else {
                socket.ready(awaited & ops);
                socket.interestChanged();
            }
        }

        void cancel() {
            if (pending != 0) {
                registration.submit(new IoUringIoOps(
                        ASYNC_CANCEL,
                        (byte) 0,
                        (short) 0,
                        -1,
                        0,
                        pending,
                        0,
                        0,
                        (long) events,
                        (short) 0,
                        (short) 0,
                        0,
                        0));
            }
        }
    }
}
