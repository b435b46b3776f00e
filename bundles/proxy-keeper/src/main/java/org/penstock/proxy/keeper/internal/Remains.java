package org.penstock.proxy.keeper.internal;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import org.penstock.proxy.keeper.ParkedSession;

/** The state of sessions whose sockets were closed because nobody came for them; the oldest go where it is too much. */
final class Remains {
    static final int MOST_BYTES = 8 << 20;

    private final Deque<ParkedSession> all = new ArrayDeque<>();
    private long bytes;

    void add(ParkedSession closed) {
        all.add(new ParkedSession(closed.proxy(), null, null, List.of(), closed.state()));
        bytes += closed.state().length;
        while (bytes > MOST_BYTES) {
            bytes -= all.remove().state().length;
        }
    }

    List<ParkedSession> take(String proxy) {
        List<ParkedSession> found = new ArrayList<>();
        for (Iterator<ParkedSession> i = all.iterator(); i.hasNext(); ) {
            ParkedSession p = i.next();
            if (p.proxy().equals(proxy)) {
                i.remove();
                bytes -= p.state().length;
                found.add(p);
            }
        }
        return found;
    }
}
