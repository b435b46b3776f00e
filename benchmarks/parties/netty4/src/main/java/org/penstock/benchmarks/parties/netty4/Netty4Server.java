package org.penstock.benchmarks.parties.netty4;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.socket.SocketChannel;
import java.net.InetSocketAddress;
import org.penstock.benchmarks.wire.Assignment;
import org.penstock.benchmarks.wire.Role;

/** One worker, since a party has one CPU. Everything else as it comes. */
public final class Netty4Server {
    private static final int LOOPS = 1;
    private static final int BACKLOG = 1024;

    private final Io io;
    private final Assignment assignment;

    private Netty4Server(Io io, Assignment assignment) {
        this.io = io;
        this.assignment = assignment;
    }

    public static void main(String[] arguments) throws InterruptedException {
        Assignment assignment = Assignment.parse(arguments);
        Io io = Io.of(assignment.variant());
        if (io.missing().isPresent()) {
            Assignment.refuse(assignment.variant() + " is not available: "
                    + io.missing().get().getMessage());
        }
        new Netty4Server(io, assignment).bind();
    }

    private void bind() throws InterruptedException {
        EventLoopGroup acceptors = new MultiThreadIoEventLoopGroup(1, io.handler());
        EventLoopGroup workers = new MultiThreadIoEventLoopGroup(LOOPS, io.handler());
        ServerBootstrap bootstrap = new ServerBootstrap()
                .group(acceptors, workers)
                .channel(io.server())
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        channel.pipeline().addLast(handler(assignment.server()));
                    }
                });
        if (relays()) {
            bootstrap.childOption(ChannelOption.AUTO_READ, false); // until the server is connected
        }
        bootstrap.bind(assignment.listen()).sync();
    }

    private boolean relays() {
        return assignment.role() == Role.RELAY;
    }

    private ChannelHandler handler(InetSocketAddress server) {
        return switch (assignment.role()) {
            case ECHO -> new EchoHandler();
            case ANSWER -> new AnswerHandler();
            case RELAY -> new RelayHandler(io.client(), server);
            case DIRECTIONS -> throw new IllegalArgumentException("not a role of Netty's: " + assignment.role());
        };
    }
}
