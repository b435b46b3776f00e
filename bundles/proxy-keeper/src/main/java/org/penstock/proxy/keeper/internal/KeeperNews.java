package org.penstock.proxy.keeper.internal;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import org.penstock.log.support.Reason;
import org.penstock.proxy.keeper.ClosedSession;

/**
 * What the operator is told by the keeper. By the JDK's own log, which the host's takes up: a wire to the host's would
 * have each refresh of that take the keeper along. When a signal ends the process the JDK's log may end first; then the
 * line of the next core, which ends the records, is the only one.
 */
final class KeeperNews {
    private static final Logger LOG = Logger.getLogger(SocketKeeper.class.getName());

    private KeeperNews() {}

    /** Sessions have been closed. */
    static void closed(List<ClosedSession> some) {
        Map<String, Long> lines = some.stream()
                .collect(Collectors.groupingBy(
                        c -> "proxy=" + c.proxy() + " parked sessions were closed: " + c.reason(),
                        TreeMap::new,
                        Collectors.counting()));
        lines.forEach((line, sessions) ->
                LOG.warning(line + "; sessions=" + sessions + "; the next core of the proxies ends their records"));
    }

    /** Of so many closed sessions, if any, nothing is left. */
    static void forgotten(int sessions, String why) {
        if (sessions > 0) {
            LOG.severe("closed sessions stay without an end in their records: " + why + "; sessions=" + sessions);
        }
    }

    /** The same, of those an earlier keeper has left. */
    static void notInherited(IOException why) {
        LOG.severe("sessions an earlier keeper has closed stay without an end in their records: " + Reason.of(why));
    }

    /** Other code has made a mistake, which costs nobody else anything. */
    static void mistake(String what, Throwable e) {
        LOG.warning(what + ": " + Reason.of(e));
    }
}
