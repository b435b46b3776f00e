package org.penstock.transport.netty;

import org.junit.jupiter.api.Nested;
import org.penstock.transport.tck.MoveBehaviour;
import org.penstock.transport.tck.TransportSubject;

/** Connections move from each kind to each other kind and back. */
final class MovesAmongKindsTest {
    @Nested
    final class NioAndEpoll extends MoveBehaviour {
        @Override
        protected TransportSubject subject() {
            return new NettySubject(IoKind.NIO, new NettySubject(IoKind.EPOLL, null));
        }
    }

    @Nested
    final class EpollAndIoUring extends MoveBehaviour {
        @Override
        protected TransportSubject subject() {
            return new NettySubject(IoKind.EPOLL, new NettySubject(IoKind.IO_URING, null));
        }
    }

    @Nested
    final class IoUringAndNio extends MoveBehaviour {
        @Override
        protected TransportSubject subject() {
            return new NettySubject(IoKind.IO_URING, new NettySubject(IoKind.NIO, null));
        }
    }
}
