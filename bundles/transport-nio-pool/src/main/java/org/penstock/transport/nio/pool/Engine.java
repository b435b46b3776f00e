package org.penstock.transport.nio.pool;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.penstock.transport.support.reactor.Reactor;
import org.penstock.transport.support.reactor.Route;

/** The threads that all strands of a generation share. They are there while there is a strand. */
final class Engine implements Route.Choice {
    private final Reactor clients;
    private final Reactor servers;
    private final Workers workers;
    private final Route toClients;
    private final Route toServers;

    /** @throws IOException the system has no descriptor or no thread left; nothing was started */
    static Engine start(String name, int workers) throws IOException {
        Reactor clients = Reactor.start(name + "-clients");
        try {
            Reactor servers = Reactor.start(name + "-servers");
            try {
                return new Engine(clients, servers, Workers.start(name, workers));
            } catch (IOException e) {
                servers.close();
                throw e;
            }
        } catch (IOException e) {
            clients.close();
            throw e;
        }
    }

    private Engine(Reactor clients, Reactor servers, Workers workers) {
        this.clients = clients;
        this.servers = servers;
        this.workers = workers;
        this.toClients = new Route(clients, clients);
        this.toServers = new Route(servers, servers);
    }

    /**
     * What a strand connects is a server's. What it takes over is a client's, as a rule; but a session that moves brings
     * both, the client's first. So it goes where fewer are.
     */
    @Override
    public Route of(boolean connects) {
        return connects || clients.sockets() > servers.sockets() ? toServers : toClients;
    }

    Workers workers() {
        return workers;
    }

    /** Runs something short, once, after so long. From any thread. */
    void after(long nanos, Runnable alarm) {
        clients.after(nanos, alarm);
    }

    /** Ends the threads, within moments. No strand is left. */
    void close() {
        clients.close();
        servers.close();
        workers.close();
    }

    boolean awaitEnd(long nanos) {
        long deadline = System.nanoTime() + Math.min(nanos, TimeUnit.DAYS.toNanos(1));
        boolean clientsEnded = clients.awaitEnd(deadline - System.nanoTime());
        boolean serversEnded = servers.awaitEnd(deadline - System.nanoTime());
        boolean workersEnded = workers.awaitEnd(deadline);
        return clientsEnded && serversEnded && workersEnded;
    }
}
