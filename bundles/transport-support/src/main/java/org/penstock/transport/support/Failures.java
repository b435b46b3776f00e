package org.penstock.transport.support;

import java.util.function.LongSupplier;
import org.penstock.log.support.Mistakes;
import org.penstock.log.support.Reason;
import org.penstock.log.support.Spell;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What goes wrong in the code a strand runs, its own or its users', and may do so again with each connection or byte: of a
 * kind the first is logged with its stack, those that follow are counted, and how many they were is logged when there
 * have been no more for a while, or the transport goes.
 *
 * <p>Threads: any.
 */
public final class Failures {
    /** Of all strands together: these classes are private to a bundle, so it is one for each generation of a transport. */
    public static final Failures HERE = new Failures(System::nanoTime);

    private static final Logger LOG = LoggerFactory.getLogger(Failures.class);

    private final Mistakes mistakes;

    Failures(LongSupplier nanoTime) {
        mistakes = new Mistakes(nanoTime, Failures::over);
    }

    /**
     * One more.
     *
     * @param event what failed; with the class of what was thrown it is the kind
     * @param where it did, as key=value
     * @param then what becomes of those concerned, in words
     */
    public void add(String event, String where, String then, Throwable thrown) {
        if (mistakes.first(event, thrown)) {
            LOG.error(
                    "event={} {} detail=\"{}\" then=\"{}\"; more of the kind are counted",
                    event,
                    where,
                    Reason.of(thrown),
                    then,
                    thrown);
        }
    }

    /** As {@link #add}: a strand ends, and all its connections with it. */
    public void strandFailed(String strand, Throwable thrown) {
        add("strand-failed", "strand=" + strand, "its connections end, and whoever uses it opens another", thrown);
    }

    /** Now and then: some may be over. */
    void look() {
        mistakes.look();
    }

    /** The transport goes: what was counted is told. */
    void close() {
        mistakes.close();
    }

    private static void over(String kind, Spell.Past past) {
        if (past.times() > 1) {
            LOG.info("event=trouble-over trouble=\"{}\" times={} during=\"{}\"", kind, past.times(), past.length());
        }
    }
}
