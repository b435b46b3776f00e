package org.penstock.proxy.keeper.internal;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import org.penstock.proxy.keeper.ClosedSession;

/** Closed sessions whose records nobody has ended yet; the oldest go where it is too much. */
final class Remains {
    static final int MOST_BYTES = 8 << 20;

    private final Deque<ClosedSession> all = new ArrayDeque<>();
    private long bytes;

    /** @return how many have gone to make room */
    int add(List<ClosedSession> closed) {
        int before = all.size() + closed.size();
        for (ClosedSession c : closed) {
            all.add(c);
            bytes += c.state().length;
            while (bytes > MOST_BYTES) {
                bytes -= all.remove().state().length;
            }
        }
        return before - all.size();
    }

    List<ClosedSession> takeAll() {
        List<ClosedSession> found = List.copyOf(all);
        all.clear();
        bytes = 0;
        return found;
    }

    List<ClosedSession> take(String proxy) {
        List<ClosedSession> found = new ArrayList<>();
        for (Iterator<ClosedSession> i = all.iterator(); i.hasNext(); ) {
            ClosedSession c = i.next();
            if (c.proxy().equals(proxy)) {
                i.remove();
                bytes -= c.state().length;
                found.add(c);
            }
        }
        return found;
    }
}
