package org.penstock.proxy.core;

import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import org.penstock.log.support.Spell;
import org.penstock.proxy.keeper.Buffers;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says when sessions wait for memory, and when they do no more; and when the system has not given as much as it was
 * configured to give. Looks now and then. On one thread.
 */
final class MemoryWatch {
    private static final Logger LOG = LoggerFactory.getLogger(MemoryWatch.class);

    private final Buffers buffers;
    private final IntSupplier sessions;
    private final Spell usedUp;
    private boolean waiting; // at the last look
    private long refusedBytes; // of those configured, as told last

    /** @param sessions that are open */
    MemoryWatch(Buffers buffers, IntSupplier sessions, LongSupplier nanoTime) {
        this.buffers = buffers;
        this.sessions = sessions;
        this.usedUp = new Spell(Spell.CALM, nanoTime, MemoryWatch::over);
    }

    void look() {
        Buffers.Usage usage = buffers.usage();
        lookForRefusals(usage);
        lookForWaiting(usage);
    }

    /** What was refused is not asked for again: each refusal is told once. */
    private void lookForRefusals(Buffers.Usage usage) {
        long now = usage.configuredBytes() - usage.budgetBytes();
        if (now > refusedBytes) {
            refusedBytes = now;
            LOG.error(
                    "penstock.buffers = {} bytes, and the system gives {} of them: direct memory is short, and stays so"
                            + " until a restart; allow for more by -XX:MaxDirectMemorySize, or configure less",
                    usage.configuredBytes(),
                    usage.budgetBytes());
        }
    }

    /** A moment's want is none: it is told when it is there at two looks. */
    private void lookForWaiting(Buffers.Usage usage) {
        boolean now = buffers.wanted();
        if (now && waiting && usedUp.met()) {
            LOG.warn(
                    "penstock.buffers = {} bytes are used up: of {} sessions some are not read until others have been"
                            + " written",
                    usage.budgetBytes(),
                    sessions.getAsInt());
        } else if (!now) {
            usedUp.passed();
        }
        waiting = now;
    }

    private static void over(Spell.Past past) {
        LOG.info("there are buffers again, after {}", past.length());
    }
}
