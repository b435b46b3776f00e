package org.penstock.transport.support;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.penstock.transport.api.Strand;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The strands of one generation of a transport, which closes those left when it goes.
 *
 * <p>Threads: any.
 */
public final class OpenStrands {
    private static final Logger LOG = LoggerFactory.getLogger(OpenStrands.class);

    /** Below the five seconds after which Declarative Services goes on without its component. */
    private static final long MOST_WAIT_NANOS = TimeUnit.SECONDS.toNanos(4);

    private final Set<ServedStrand> open = new LinkedHashSet<>();
    private boolean over;

    /**
     * Opens a strand.
     *
     * @throws IllegalStateException this generation is over
     */
    public Strand add(Supplier<? extends ServedStrand> opener) {
        ServedStrand strand;
        synchronized (this) {
            if (over) {
                throw new IllegalStateException("this transport has been deactivated");
            }
            strand = opener.get();
            open.add(strand);
        }
        strand.ended().thenRun(() -> remove(strand));
        Failures.HERE.look();
        return strand;
    }

    private synchronized void remove(ServedStrand strand) {
        open.remove(strand);
    }

    /** Closes all and waits, within a bound, until their threads are gone. Nothing can be opened afterwards. */
    public void closeAll() {
        List<ServedStrand> left = end();
        left.forEach(Strand::close);
        long deadline = System.nanoTime() + MOST_WAIT_NANOS;
        for (ServedStrand strand : left) {
            if (!strand.awaitEnd(Math.max(deadline - System.nanoTime(), 0))) {
                LOG.error(
                        "event=strand-not-ended strand={} action=\"a callback does not return; its thread stays\"",
                        strand);
            }
        }
        Failures.HERE.close();
    }

    private synchronized List<ServedStrand> end() {
        over = true;
        return new ArrayList<>(open);
    }
}
