package org.penstock.proxy.core;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.penstock.log.support.Spell;
import org.penstock.proxy.api.MoveReport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A line for each move that was made, and for one that could not be: since that is tried again and again, once for as long
 * as nothing else is the matter. Under the core's lock.
 */
final class MoveLog {
    private static final Logger LOG = LoggerFactory.getLogger(MoveLog.class);

    private final Spell failing;
    private String problem = ""; // told last

    MoveLog(String proxy, LongSupplier nanoTime) {
        failing = new Spell(
                Duration.ZERO,
                nanoTime,
                past -> LOG.info(
                        "proxy={} moves again, after {}; failed moves={}", proxy, past.length(), past.times()));
    }

    void tell(MoveReport r) {
        long millis = TimeUnit.NANOSECONDS.toMillis(r.tookNanos());
        if (r.problem().isEmpty() && r.lost() == 0) {
            failing.passed();
            LOG.info("proxy={} move from={} to={} moved={} ms={}", r.proxy(), r.from(), r.to(), r.moved(), millis);
            return;
        }
        boolean first = failing.met();
        if (first || r.moved() + r.lost() > 0 || !r.problem().equals(problem)) {
            problem = r.problem();
            LOG.warn(
                    "proxy={} move from={} to={} moved={} returned={} lost={} ms={} problem={}",
                    r.proxy(),
                    r.from(),
                    r.to(),
                    r.moved(),
                    r.returned(),
                    r.lost(),
                    millis,
                    r.problem());
        }
    }
}
