package org.penstock.proxy.core;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.penstock.log.support.Spell;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Configurations that are refused, by the proxy's name: each reason is told once, however often it is tried again, and so
 * is the end of it. Any thread may look; one at a time changes it.
 */
final class Refusals {
    private static final Logger LOG = LoggerFactory.getLogger(Refusals.class);

    /** @param number tells one time from the next */
    record Refused(long number, String problem) {}

    private final LongSupplier nanoTime;
    private final AtomicLong numbers = new AtomicLong();
    private final Map<String, Refused> now = new ConcurrentSkipListMap<>();
    private final Map<String, Trouble> troubles = new ConcurrentSkipListMap<>();

    /** From the first refusal of a proxy's configurations to the first that is taken. */
    private record Trouble(Spell spell, Set<String> told) {}

    Refusals(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** By name, as of now. */
    Map<String, Refused> all() {
        return Map.copyOf(now);
    }

    /** As of now; null: none. */
    Refused of(String name) {
        return now.get(name);
    }

    /** Refused for what others are in the way of, which is tried again. */
    Refused add(String name, List<String> problems) {
        tell(name, problems);
        return addTold(name, problems.get(0));
    }

    /** Each once. */
    void tell(String name, List<String> problems) {
        Set<String> told = trouble(name).told();
        problems.stream().filter(told::add).forEach(LOG::error);
    }

    /** The same, of what its reader has told, or may be over before it is worth telling. */
    Refused addTold(String name, String problem) {
        trouble(name).spell().met();
        Refused fresh = new Refused(numbers.incrementAndGet(), problem);
        now.put(name, fresh);
        return fresh;
    }

    private Trouble trouble(String name) {
        return troubles.computeIfAbsent(
                name, n -> new Trouble(new Spell(Duration.ZERO, nanoTime, past -> over(n, past)), new HashSet<>()));
    }

    private static void over(String name, Spell.Past past) {
        LOG.info("proxy={} has its configuration in use, after {}; refused={}", name, past.length(), past.times());
    }

    /** A configuration of it is in use. */
    void taken(String name) {
        Trouble over = troubles.remove(name);
        if (over != null) {
            over.spell().passed(); // told before it is seen: whoever waits for it finds the line
        }
        now.remove(name);
    }

    /** It has none any more. */
    void forget(String name) {
        now.remove(name);
        troubles.remove(name);
    }
}
