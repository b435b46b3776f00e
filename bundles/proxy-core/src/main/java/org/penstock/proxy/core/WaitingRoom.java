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
    private Consumer<Session> late; // likewise; null: the room is open

    /** @param deadline of System.nanoTime */
    void add(Session s, long deadline) {
        Consumer<Session> taker;
        synchronized (this) {
            taker = late;
            if (taker == null) {
                guests.add(new Guest(s, deadline));
            }
        }
        if (taker != null) {
            taker.accept(s);
        }
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

    /** Everyone, and everyone who comes later, to {@code taker}; on any thread, one after the other or not. */
    void close(Consumer<Session> taker) {
        List<Session> all;
        synchronized (this) {
            late = taker;
            all = takeAll();
        }
        all.forEach(taker);
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

    /** Something for each, while nobody can take it; who is over afterwards is here no more. */
    synchronized void forEach(Consumer<Session> task) {
        guests.forEach(g -> task.accept(g.session));
        guests.removeIf(g -> g.session.isOver());
    }
}
