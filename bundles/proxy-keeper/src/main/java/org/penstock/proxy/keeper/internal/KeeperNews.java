package org.penstock.proxy.keeper.internal;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.logging.Level;
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
        lines.forEach((line, sessions) -> say(
                Level.WARNING,
                () -> line + "; sessions=" + sessions + "; the next core of the proxies ends their records"));
    }

    /** Of so many closed sessions, if any, nothing is left. */
    static void forgotten(int sessions, String why) {
        if (sessions > 0) {
            say(
                    Level.SEVERE,
                    () -> "closed sessions stay without an end in their records: " + why + "; sessions=" + sessions);
        }
    }

    /** What is on the disk of closed sessions is not what there is now. */
    static void notSaved(int sessions, IOException why) {
        say(
                Level.SEVERE,
                () -> "the list of closed sessions cannot be written: " + Reason.of(why) + "; sessions=" + sessions
                        + "; should this process end now, the next one takes the list as it was before");
    }

    /** It is again. */
    static void savedAgain(int sessions) {
        say(Level.INFO, () -> "the list of closed sessions is written again; sessions=" + sessions);
    }

    /** Sessions an earlier keeper has closed stay without an end. */
    static void notInherited(IOException why) {
        say(
                Level.SEVERE,
                () -> "sessions an earlier keeper has closed stay without an end in their records: " + Reason.of(why));
    }

    /** Other code has made a mistake, which costs nobody else anything. */
    static void mistake(String what, Throwable e) {
        say(Level.WARNING, () -> what + ": " + Reason.of(e));
    }

    /** The host's log may be gone at this moment, to be exchanged, or there may be no memory for a line. */
    private static void say(Level level, Supplier<String> line) {
        try {
            LOG.log(level, line);
        } catch (RuntimeException | Error e) {
            // Nobody is there to tell, and whoever has news goes on.
        }
    }
}
