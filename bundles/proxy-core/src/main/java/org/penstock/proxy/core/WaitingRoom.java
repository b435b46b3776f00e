package org.penstock.proxy.core;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.penstock.proxy.core.session.Session;

/**
 * Sessions without a transport, each with the time it may wait. Any thread.
 *
 * <p>Who comes never waits for what is being done with the others, which may run the code of codecs and recorders: coming
 * takes this object's lock only, held for moments. Whoever does something with guests, or takes them, has the turn.
 */
final class WaitingRoom {
    private record Guest(Session session, long deadline) {}

    private final ReentrantLock turn = new ReentrantLock(); // before this object's lock, never within it
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
    List<Session> takeAll() {
        turn.lock();
        try {
            return empty();
        } finally {
            turn.unlock();
        }
    }

    private synchronized List<Session> empty() {
        List<Session> all = guests.stream().map(Guest::session).toList();
        guests.clear();
        return all;
    }

    /** Everyone, and everyone who comes later, to {@code taker}; on any thread, one after the other or not. */
    void close(Consumer<Session> taker) {
        List<Session> all;
        turn.lock();
        try {
            synchronized (this) {
                late = taker;
                all = empty();
            }
        } finally {
            turn.unlock();
        }
        all.forEach(taker);
    }

    /** Those whose time is over, to the caller. */
    List<Session> takeExpired(long now) {
        turn.lock();
        try {
            return removeExpired(now);
        } finally {
            turn.unlock();
        }
    }

    private synchronized List<Session> removeExpired(long now) {
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

    /** Something for each who is here now, while nobody can take it; who is over afterwards is here no more. */
    void forEach(Consumer<Session> task) {
        turn.lock();
        try {
            here().forEach(task);
            removeThoseOver();
        } finally {
            turn.unlock();
        }
    }

    private synchronized List<Session> here() {
        return guests.stream().map(Guest::session).toList();
    }

    private synchronized void removeThoseOver() {
        guests.removeIf(g -> g.session.isOver());
    }
}
