package org.penstock.recorder.journal;

import java.util.function.LongSupplier;
import org.penstock.log.support.Mistakes;
import org.penstock.log.support.Reason;
import org.penstock.log.support.Spell;
import org.penstock.log.support.Unquoted;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What goes wrong in a session and may do so in each, and with each record: the first of a kind is told.
 *
 * <p>Threads: any.
 */
final class Troubles {
    private static final Logger LOG = LoggerFactory.getLogger(Troubles.class);

    private final Mistakes mistakes;

    Troubles(LongSupplier nanoTime) {
        mistakes = new Mistakes(nanoTime, Troubles::over);
    }

    /** @param facts {@code key=value}, of the first */
    void tell(String event, String facts, Throwable thrown) {
        if (mistakes.first(event, thrown)) {
            LOG.error(
                    "event={} {} detail=\"{}\"; more of the kind are counted", event, facts, Reason.of(thrown), thrown);
        }
    }

    /** The same, of code that was reading what no log is to have. */
    void tellUnquoted(String event, String facts, Throwable thrown) {
        if (mistakes.first(event, thrown)) {
            LOG.error(
                    "event={} {} detail=\"{}\"; more of the kind are counted",
                    event,
                    facts,
                    Unquoted.reason(thrown),
                    Unquoted.of(thrown));
        }
    }

    private static void over(String event, Spell.Past past) {
        if (past.times() > 1) {
            LOG.info("event=trouble-over trouble=\"{}\" times={} during=\"{}\"", event, past.times(), past.length());
        }
    }

    /** Now and then: some may be over. */
    void look() {
        mistakes.look();
    }

    /** Tells what was counted. */
    void close() {
        mistakes.close();
    }
}
