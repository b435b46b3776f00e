package org.penstock.proxy.keeper.internal;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.penstock.proxy.keeper.ClosedSession;

/** Closed sessions whose records have no end yet, in the order they came; the oldest go where it is too much. */
final class Remains {
    static final int MOST_BYTES = 8 << 20;

    /** @param taken a core has it, and is to say when its record is ended */
    private record Entry(ClosedSession closed, boolean taken) {}

    private final Map<Long, Entry> all = new LinkedHashMap<>(); // by the session's number
    private long bytes;

    /** @return how many nobody has taken and are gone, to make room */
    int add(List<ClosedSession> closed) {
        for (ClosedSession c : closed) {
            remove(c.session()); // what it was before more of its records had been taken
            all.put(c.session(), new Entry(c, false));
            bytes += c.state().length;
        }
        return shrink();
    }

    private int shrink() {
        int untaken = 0;
        for (Iterator<Entry> i = all.values().iterator(); bytes > MOST_BYTES; ) {
            Entry oldest = i.next();
            i.remove();
            bytes -= oldest.closed.state().length;
            untaken += oldest.taken ? 0 : 1;
        }
        return untaken;
    }

    /** All of them, taken or not. */
    List<ClosedSession> all() {
        return all.values().stream().map(Entry::closed).toList();
    }

    /** Those of a proxy that nobody has taken, each once. */
    List<ClosedSession> take(String proxy) {
        List<ClosedSession> found = new ArrayList<>();
        all.replaceAll((session, e) -> {
            if (e.taken || !e.closed.proxy().equals(proxy)) {
                return e;
            }
            found.add(e.closed);
            return new Entry(e.closed, true);
        });
        return found;
    }

    void forget(Collection<Long> sessions) {
        sessions.forEach(this::remove);
    }

    private void remove(long session) {
        Entry e = all.remove(session);
        bytes -= e == null ? 0 : e.closed.state().length;
    }
}
