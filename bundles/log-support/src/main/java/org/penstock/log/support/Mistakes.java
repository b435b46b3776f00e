package org.penstock.log.support;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;

/**
 * Mistakes in code that may be made again with every session or every byte, whenever a peer likes: of each kind the first
 * is told, with all that is known of it, and those that follow are counted until there are no more.
 *
 * <p>Threads: any.
 */
public final class Mistakes {
    /** Kinds beyond that are one kind: who makes up ever new ones does not fill memory, nor the log. */
    static final int KINDS = 64;

    private static final String OTHERS = "others";

    private final Map<String, Spell> kinds = new ConcurrentHashMap<>();
    private final LongSupplier nanoTime;
    private final BiConsumer<String, Spell.Past> over;

    /** @param over tells that those of a kind, by its name, are made no more; called by whoever finds it */
    public Mistakes(LongSupplier nanoTime, BiConsumer<String, Spell.Past> over) {
        this.nanoTime = nanoTime;
        this.over = over;
    }

    /**
     * One was made.
     *
     * @param who made it, of few; with the class of what was thrown it names the kind
     * @return whether to tell it; else it was counted
     */
    public boolean first(String who, Throwable thrown) {
        String kind = who + ": " + thrown.getClass().getName();
        String known = kinds.size() < KINDS || kinds.containsKey(kind) ? kind : OTHERS;
        return kinds.computeIfAbsent(known, k -> new Spell(Spell.LONG_CALM, nanoTime, past -> over.accept(k, past)))
                .happened();
    }

    /** Now and then: some may be made no more. */
    public void look() {
        kinds.values().forEach(Spell::look);
    }

    /** Whoever may make some goes away: what was counted is told now. */
    public void close() {
        kinds.values().forEach(Spell::close);
    }
}
