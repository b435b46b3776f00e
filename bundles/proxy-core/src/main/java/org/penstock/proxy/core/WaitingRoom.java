package org.penstock.proxy.core;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;
import org.penstock.proxy.core.session.Session;

/** Sessions without a transport, each with the time it may wait. Any thread. */
final class WaitingRoom {
    private record Guest(Session session, long deadline) {}

    private final List<Guest> guests = new ArrayList<>(); // under this object's lock

    /** @param deadline of System.nanoTime */
    synchronized void add(Session s, long deadline) {
        guests.add(new Guest(s, deadline));
    }

    synchronized int size() {
        return guests.size();
    }

    /** Everyone, to the caller. */
    synchronized List<Session> takeAll() {
        List<Session> all = guests.stream().map(Guest::session).toList();
        guests.clear();
        return all;
    }

    /** Those whose time is over, to the caller. */
    synchronized List<Session> takeExpired(long now) {
        List<Session> expired = new ArrayList<>();
        for (Iterator<Guest> i = guests.iterator(); i.hasNext(); ) {
            Guest g = i.next();
            if (g.deadline - now <= 0) {
                i.remove();
                expired.add(g.session);
            }
        }
        return expired;
    }

    /** A look at each, while nobody can take it. */
    synchronized void forEach(Consumer<Session> look) {
        guests.forEach(g -> look.accept(g.session));
    }
}
