package org.penstock.transport.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.NetworkChannel;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.Optional;
import org.penstock.transport.api.CloseReason;
import org.penstock.transport.api.ParkedConnection;
import org.penstock.transport.api.TransportOptions;

/** Makes sockets ready to be served: new ones, and those taken over. */
public final class Sockets {
    private final TransportOptions options;

    private final SocketChannel none;

    /** @throws UncheckedIOException no descriptor is left */
    public Sockets(TransportOptions options) {
        this.options = options;
        try {
            none = SocketChannel.open();
            none.close();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot open a socket: " + e.getMessage(), e);
        }
    }

    /** A socket whose connect has begun; one that is {@linkplain ParkedConnection#lost lost} where it cannot. */
    public ParkedConnection connect(InetSocketAddress address) {
        SocketChannel channel = none;
        try {
            channel = SocketChannel.open();
            channel.configureBlocking(false);
            setOptions(channel);
            boolean connected = channel.connect(address);
            return begun(channel, !connected, null);
        } catch (IOException | RuntimeException e) {
            closeQuietly(channel);
            return failed(address, e);
        }
    }

    /** For transports that open sockets of another kind: one whose connect has begun. */
    public ParkedConnection begun() {
        return begun(none, true, null);
    }

    /** One whose connect could not begin. */
    public ParkedConnection failed(InetSocketAddress address, Exception e) {
        return begun(none, true, CloseReasons.ofConnect(e, address));
    }

    /** Stands for a socket where there is none, or none any more: closed, and without a descriptor. */
    public SocketChannel none() {
        return none;
    }

    /** What a closing strand answers to a connect. */
    public ParkedConnection refused() {
        return begun(none, true, CloseReasons.STRAND_CLOSED);
    }

    private static ParkedConnection begun(SocketChannel channel, boolean connecting, CloseReason lost) {
        return new ParkedConnection(channel, connecting, false, false, List.of(), List.of(), Optional.ofNullable(lost));
    }

    /**
     * Checks that a parked connection can be taken and sets its socket's options.
     *
     * @throws RuntimeException it cannot
     */
    public void prepare(ParkedConnection parked) {
        SocketChannel channel = parked.channel();
        if (parked.lost().isPresent()) {
            throw new IllegalArgumentException(
                    "cannot adopt a lost connection: " + parked.lost().get());
        }
        if (!channel.isOpen() || channel.isBlocking() || channel.isRegistered()) {
            throw new IllegalArgumentException(
                    "cannot adopt a socket that is not open, non-blocking and registered" + " nowhere: " + channel);
        }
        if (!parked.connecting() && !channel.isConnected()) {
            throw new IllegalArgumentException("cannot adopt a socket that is not connected: " + channel);
        }
        try {
            setOptions(channel);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot adopt " + channel + ": " + e.getMessage(), e);
        }
    }

    /**
     * No delay: what is written is meant to go, and Nagle's algorithm would wait for the peer's acknowledgement. Keep
     * alive: a peer that has gone without a word would else hold its socket for ever.
     */
    public void setOptions(NetworkChannel channel) throws IOException {
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        channel.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
        if (options.sendBufferBytes() > 0) {
            channel.setOption(StandardSocketOptions.SO_SNDBUF, options.sendBufferBytes());
        }
        if (options.receiveBufferBytes() > 0) {
            channel.setOption(StandardSocketOptions.SO_RCVBUF, options.receiveBufferBytes());
        }
    }

    static void closeQuietly(SocketChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            // Closed is closed: the descriptor is free whatever close reports, and nobody could act on it.
        }
    }
}
