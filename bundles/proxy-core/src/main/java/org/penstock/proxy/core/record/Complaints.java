package org.penstock.proxy.core.record;

import java.util.function.LongSupplier;
import org.penstock.log.support.Mistakes;
import org.penstock.log.support.Reason;
import org.penstock.log.support.Spell;
import org.penstock.log.support.Unquoted;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells of code that threw where it must not: with a stack the first time, since any session may bring on the next.
 *
 * <p>Threads: any.
 */
public final class Complaints {
    private static final Logger LOG = LoggerFactory.getLogger(Complaints.class);

    private final String whose;
    private final Mistakes mistakes;

    /** @param whose begins the line about those that are made no more, for example {@code proxy=orders} */
    public Complaints(String whose, LongSupplier nanoTime) {
        this.whose = whose;
        this.mistakes = new Mistakes(nanoTime, this::over);
    }

    /**
     * It goes on with less.
     *
     * @param who threw, of few
     */
    public void warn(String who, String line, Throwable thrown) {
        if (mistakes.first(who, thrown)) {
            LOG.warn("{}: {}; more of the kind are counted", line, Reason.of(thrown), thrown);
        }
    }

    /** As {@link #warn}, of code that was reading a session's bytes, which its messages may quote. */
    public void warnUnquoted(String who, String line, Throwable thrown) {
        if (mistakes.first(who, thrown)) {
            LOG.warn("{}: {}; more of the kind are counted", line, Unquoted.reason(thrown), Unquoted.of(thrown));
        }
    }

    /** Somebody must act. */
    public void error(String who, String line, Throwable thrown) {
        if (mistakes.first(who, thrown)) {
            LOG.error("{}: {}; more of the kind are counted", line, Reason.of(thrown), thrown);
        }
    }

    /** Now and then: some may be made no more. */
    public void look() {
        mistakes.look();
    }

    /** Tells what was counted. */
    public void close() {
        mistakes.close();
    }

    private void over(String kind, Spell.Past past) {
        if (past.times() > 1) {
            LOG.info("{} {}: no more of the kind, after {} in {}", whose, kind, past.times(), past.length());
        }
    }
}
