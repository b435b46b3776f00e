package org.penstock.proxy.core;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.penstock.log.support.Reason;
import org.penstock.proxy.core.config.ProxyConfig;
import org.penstock.proxy.keeper.Keeper;

/**
 * Where a proxy's clients come in: its listening socket, which is the keeper's, and who accepts from it. Under the core's
 * lock, but for {@link #address}.
 */
final class Entrance {
    private static final long STOPPING_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Keeper keeper;
    private final Acceptor.Told told;
    private final BooleanSupplier room;
    private final Consumer<SocketChannel> accepted;
    private volatile InetSocketAddress address; // null: it never listened
    private Acceptor acceptor; // null: nobody accepts
    private Next next; // null: it is to stay where it is

    /** @param opens its socket was opened for it */
    private record Next(Acceptor acceptor, InetSocketAddress at, boolean opens) {}

    /** @param accepted as {@link Acceptor} calls it */
    Entrance(Keeper keeper, Acceptor.Told told, BooleanSupplier room, Consumer<SocketChannel> accepted) {
        this.keeper = keeper;
        this.told = told;
        this.room = room;
        this.accepted = accepted;
    }

    /** Null: it never listened. */
    InetSocketAddress address() {
        return address;
    }

    /**
     * Makes ready to listen there, which {@link #enter} begins; where it listens there already nothing is to be done.
     *
     * @return why it cannot, in one line; then all is as it was
     */
    Optional<String> prepare(ProxyConfig config, InetSocketAddress at) {
        if (at.equals(address)) {
            return Optional.empty();
        }
        try {
            next = next(config, at);
            return Optional.empty();
        } catch (IOException | RuntimeException e) {
            return Optional.of(config.source() + ": listen = " + config.listen() + ": cannot listen there: "
                    + Reason.of(e) + "; allowed is an address of this machine with a free port");
        }
    }

    private Next next(ProxyConfig config, InetSocketAddress at) throws IOException {
        boolean opens = !keeper.listening().contains(at);
        try {
            return new Next(new Acceptor(config.name(), told, keeper.listen(at), room, accepted), at, opens);
        } catch (IOException | RuntimeException e) {
            if (opens) {
                keeper.unlisten(at);
            }
            throw e;
        }
    }

    /** What was made ready is not used. */
    void forgo() {
        if (next != null) {
            next.acceptor.discard();
            if (next.opens) {
                keeper.unlisten(next.at);
            }
            next = null;
        }
    }

    /**
     * Accepts no more where it did, if it is to listen elsewhere.
     *
     * @param wanted addresses at which others are to listen: their sockets stay, and clients wait there
     */
    void leave(Set<InetSocketAddress> wanted) {
        if (next != null) {
            shut();
            if (address != null && !wanted.contains(address)) {
                keeper.unlisten(address);
            }
        }
    }

    /** Listens where it was made ready to, with the gate shut; false: it goes on where it is. */
    boolean enter() {
        if (next == null) {
            return false;
        }
        acceptor = next.acceptor;
        address = next.at;
        next = null;
        acceptor.start();
        return true;
    }

    /** As {@link Acceptor#gate}. */
    void gate(boolean open, Runnable withGate) {
        if (acceptor == null) {
            withGate.run();
        } else {
            acceptor.gate(open, withGate);
        }
    }

    /** Accepts no more; the socket stays, and clients wait. False where the thread has not ended in time. */
    boolean shut() {
        if (acceptor == null) {
            return true;
        }
        acceptor.gate(false, () -> {});
        boolean stopped = acceptor.stop(System.nanoTime() + STOPPING_NANOS);
        acceptor = null;
        return stopped;
    }

    /** Accepts no more; clients are refused. */
    void close() {
        shut();
        if (address != null) {
            keeper.unlisten(address);
        }
    }
}
