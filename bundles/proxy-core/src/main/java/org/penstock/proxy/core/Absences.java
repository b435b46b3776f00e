package org.penstock.proxy.core;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import org.penstock.log.support.Spell;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the operator of what a proxy is configured with and lacks, and when it lacks it no more. Looks now and then: what
 * is exchanged for another is missing for a moment, and that is nothing to tell. Under the core's lock.
 */
final class Absences {
    private static final Logger LOG = LoggerFactory.getLogger(Absences.class);

    private final String proxy;
    private final Roster roster;
    private final LongSupplier nanoTime;
    private final Map<String, Absence> known = new TreeMap<>();

    /** One that was missing at the last look. */
    private static final class Absence {
        private final Spell spell;
        private boolean lasts;

        Absence(Spell spell) {
            this.spell = spell;
        }
    }

    Absences(String proxy, Roster roster, LongSupplier nanoTime) {
        this.proxy = proxy;
        this.roster = roster;
        this.nanoTime = nanoTime;
    }

    void look(List<Missing> missing) {
        for (Missing m : missing) {
            Absence a = known.computeIfAbsent(m.what(), this::absence);
            if (a.lasts && a.spell.met()) {
                LOG.warn("{}", m.line());
            }
            a.lasts = true; // at the next look
        }
        List<String> here = new ArrayList<>(known.keySet());
        missing.forEach(m -> here.remove(m.what()));
        here.forEach(what -> known.remove(what).spell.passed());
    }

    /** The proxy ends, or its core does, and will not see them come. */
    void close() {
        known.forEach((what, a) -> a.spell.close(past ->
                LOG.info("proxy={} ends, or its core does, and still lacks {}, after {}", proxy, what, past.length())));
        known.clear();
    }

    private Absence absence(String what) {
        long ended = roster.accepted() - roster.open();
        return new Absence(new Spell(Duration.ZERO, nanoTime, past -> over(what, ended, past)));
    }

    private void over(String what, long endedBefore, Spell.Past past) {
        LOG.info(
                "proxy={} lacks {} no more, after {}; sessions meanwhile={}",
                proxy,
                what,
                past.length(),
                roster.accepted() - endedBefore);
    }
}
