package org.penstock.transport.netty;

import org.penstock.transport.tck.TransportSubject;
import org.penstock.transport.tck.TransportTck;

final class NettyIoUringTckTest extends TransportTck {
    @Override
    protected TransportSubject subject() {
        return new Subject();
    }

    static final class Subject extends NettySubject {
        Subject() {
            super(IoKind.IO_URING, TRANSPORT_NIO);
        }
    }
}
