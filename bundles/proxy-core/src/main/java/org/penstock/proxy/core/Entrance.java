package org.penstock.proxy.core;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.util.Optional;
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
     * Listens there instead of where it did, with the gate shut.
     *
     * @return why it cannot, in one line; then all is as it was
     */
    Optional<String> listen(ProxyConfig config, InetSocketAddress at) {
        Acceptor fresh;
        try {
            fresh = acceptor(config, at);
        } catch (IOException | RuntimeException e) {
            return Optional.of(config.source() + ": listen = " + config.listen() + ": cannot listen there: "
                    + Reason.of(e) + "; allowed is an address of this machine with a free port");
        }
        shut();
        if (address != null) {
            keeper.unlisten(address);
        }
        acceptor = fresh;
        address = at;
        fresh.start();
        return Optional.empty();
    }

    private Acceptor acceptor(ProxyConfig config, InetSocketAddress at) throws IOException {
        try {
            return new Acceptor(config.name(), told, keeper.listen(at), room, accepted);
        } catch (IOException | RuntimeException e) {
            keeper.unlisten(at);
            throw e;
        }
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
