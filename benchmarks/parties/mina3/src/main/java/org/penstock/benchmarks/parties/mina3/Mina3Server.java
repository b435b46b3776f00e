package org.penstock.benchmarks.parties.mina3;

import org.apache.mina.transport.nio.FixedSelectorLoopPool;
import org.apache.mina.transport.nio.NioTcpServer;
import org.penstock.benchmarks.wire.Assignment;
import org.penstock.benchmarks.wire.Role;

/** One loop, since a party has one CPU, and no executor: handlers run on the loop. Everything else as it comes. */
public final class Mina3Server {
    private static final int LOOPS = 1;

    private Mina3Server() {}

    public static void main(String[] arguments) throws InterruptedException {
        Assignment assignment = Assignment.parse(arguments);
        NioTcpServer server = new NioTcpServer(new FixedSelectorLoopPool("Server", LOOPS), null);
        server.setReuseAddress(true);
        server.getSessionConfig().setTcpNoDelay(true);
        server.setIoHandler(assignment.role() == Role.ECHO ? new EchoHandler() : new AnswerHandler());
        server.bind(assignment.listen());
        Thread.currentThread().join(); // for ever: all threads of MINA 3 are daemons
    }
}
