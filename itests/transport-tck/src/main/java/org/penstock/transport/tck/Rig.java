package org.penstock.transport.tck;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.penstock.transport.api.ParkedConnection;
import org.penstock.transport.api.Transport;
import org.penstock.transport.api.TransportOptions;

/**
 * A transport at work: strands, and connections each with a peer on the loopback interface. Closing it deactivates the
 * transport and fails the test where the contract was broken anywhere in between.
 */
public final class Rig implements AutoCloseable {
    private final TransportSubject subject;
    private final Transport transport;
    private final Problems problems = new Problems();
    private final List<Lane> lanes = new ArrayList<>();
    private final List<Peer> peers = new ArrayList<>();
    private final ServerSocketChannel listener;
    private Lane lane;
    private boolean deactivated;

    private Rig(TransportSubject subject) throws IOException {
        this.subject = subject;
        this.transport = subject.activate();
        this.listener = ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    static Rig of(TransportSubject subject) {
        try {
            return new Rig(subject);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Transport transport() {
        return transport;
    }

    Problems problems() {
        return problems;
    }

    InetSocketAddress address() {
        try {
            return (InetSocketAddress) listener.getLocalAddress();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The strand that is meant where none is said. */
    Lane lane() {
        if (lane == null) {
            lane = open();
        }
        return lane;
    }

    /** One more strand. */
    Lane open() {
        return open(TransportOptions.named("tck"));
    }

    Lane open(TransportOptions options) {
        return openOn(transport, options);
    }

    /** A strand of another transport, that this rig checks like its own; whoever activated it deactivates it. */
    Lane openOn(Transport other, TransportOptions options) {
        CheckedPool pool = new CheckedPool(problems);
        Lane lane = new Lane(other.open(pool, options), pool, new StrandWatch(problems));
        lanes.add(lane);
        return lane;
    }

    /** An open connection on the rig's strand, that its transport has connected. Reading is off. */
    Link connect() {
        return connect(lane(), link -> {});
    }

    /** @param before called before anything can be told: to set reactions */
    Link connect(Lane lane, Consumer<Link> before) {
        Link link = new Link(new Recorder(problems));
        before.accept(link);
        link.connect(lane, address());
        link.meets(acceptPeer());
        link.recorder().await(Event.OPENED);
        return link;
    }

    /** A connect to this rig that has begun on the rig's strand; {@link #acceptPeer} gives its other end. */
    Link startConnect() {
        return startConnect(address());
    }

    Link startConnect(InetSocketAddress address) {
        Link link = new Link(new Recorder(problems));
        link.connect(lane(), address);
        return link;
    }

    /** An open connection on the rig's strand, that was accepted elsewhere and adopted. Reading is off. */
    Link adopt() {
        return adopt(lane(), link -> {});
    }

    Link adopt(Lane lane, Consumer<Link> before) {
        Link link = new Link(new Recorder(problems));
        before.accept(link);
        link.adopt(lane, accepted(link));
        link.recorder().await(Event.OPENED);
        return link;
    }

    /** A socket as an acceptor gives it, whose other end is the link's peer. */
    ParkedConnection accepted(Link link) {
        try {
            link.meets(peer(new Socket(address().getAddress(), address().getPort())));
            SocketChannel channel = accept();
            channel.configureBlocking(false);
            return ParkedConnection.accepted(channel);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The other end of the connection that was connected last. */
    Peer acceptPeer() {
        return peer(accept().socket());
    }

    private SocketChannel accept() {
        try {
            return listener.accept();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Peer peer(Socket socket) {
        Peer peer = new Peer(socket);
        peers.add(peer);
        return peer;
    }

    /** Closes every strand, as its user would, and then the transport. */
    @Override
    public void close() {
        for (Lane lane : lanes) {
            Waits.get(lane.strand().close(), "close of a strand");
        }
        lanes.forEach(lane -> lane.pool().checkAllBack());
        deactivate();
        peers.forEach(Peer::close);
        problems.check();
    }

    /** Ends the transport, whatever is open. */
    void deactivate() {
        if (!deactivated) {
            deactivated = true;
            subject.deactivate(transport);
            try {
                listener.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
