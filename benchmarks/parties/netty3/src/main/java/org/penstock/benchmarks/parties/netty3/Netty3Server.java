package org.penstock.benchmarks.parties.netty3;

import java.util.concurrent.Executors;
import org.jboss.netty.bootstrap.ServerBootstrap;
import org.jboss.netty.channel.Channels;
import org.jboss.netty.channel.socket.nio.NioServerSocketChannelFactory;
import org.penstock.benchmarks.wire.Assignment;
import org.penstock.benchmarks.wire.Role;

/** One worker, since a party has one CPU. Everything else as it comes. */
public final class Netty3Server {
    private static final int WORKERS = 1;
    private static final int BACKLOG = 1024;

    private Netty3Server() {}

    public static void main(String[] arguments) {
        Assignment assignment = Assignment.parse(arguments);
        boolean echo = assignment.role() == Role.ECHO;
        ServerBootstrap bootstrap = new ServerBootstrap(new NioServerSocketChannelFactory(
                Executors.newCachedThreadPool(), Executors.newCachedThreadPool(), WORKERS));
        bootstrap.setPipelineFactory(() -> Channels.pipeline(echo ? new EchoHandler() : new AnswerHandler()));
        bootstrap.setOption("child.tcpNoDelay", true);
        bootstrap.setOption("reuseAddress", true);
        bootstrap.setOption("backlog", BACKLOG);
        bootstrap.bind(assignment.listen());
    }
}
