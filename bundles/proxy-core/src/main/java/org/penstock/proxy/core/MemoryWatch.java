package org.penstock.proxy.core;

import org.penstock.proxy.keeper.Buffers;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says when sessions wait for memory, and when they do no more; looks now and then. On one thread. */
final class MemoryWatch {
    private static final Logger LOG = LoggerFactory.getLogger(MemoryWatch.class);

    private final Buffers buffers;
    private boolean waiting; // at the last look
    private boolean told;

    MemoryWatch(Buffers buffers) {
        this.buffers = buffers;
    }

    /** A moment's want is none: it is told when it is there at two looks. */
    void look() {
        boolean now = buffers.wanted();
        if (now && waiting && !told) {
            told = true;
            LOG.warn(
                    "penstock.buffers = {} bytes are used up: sessions are not read until others have been written",
                    buffers.usage().budgetBytes());
        } else if (!now && told) {
            told = false;
            LOG.info("there are buffers again");
        }
        waiting = now;
    }
}
