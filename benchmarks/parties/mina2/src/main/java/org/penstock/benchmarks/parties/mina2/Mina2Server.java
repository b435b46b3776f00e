package org.penstock.benchmarks.parties.mina2;

import java.io.IOException;
import org.apache.mina.transport.socket.nio.NioSocketAcceptor;
import org.penstock.benchmarks.wire.Assignment;
import org.penstock.benchmarks.wire.Role;

/** One processor, since a party has one CPU; no filter, since none is needed. Everything else as it comes. */
public final class Mina2Server {
    private static final int PROCESSORS = 1;
    private static final int BACKLOG = 1024;

    private Mina2Server() {}

    public static void main(String[] arguments) throws IOException {
        Assignment assignment = Assignment.parse(arguments);
        NioSocketAcceptor acceptor = new NioSocketAcceptor(PROCESSORS);
        acceptor.setReuseAddress(true);
        acceptor.setBacklog(BACKLOG);
        acceptor.getSessionConfig().setTcpNoDelay(true);
        acceptor.setHandler(assignment.role() == Role.ECHO ? new EchoHandler() : new AnswerHandler());
        acceptor.bind(assignment.listen());
    }
}
