package org.penstock.transport.support;

import java.nio.ByteBuffer;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.penstock.transport.api.BufferPool;
import org.penstock.transport.api.TransportOptions;
import org.penstock.transport.api.WritePolicy;

/**
 * A strand's read buffers. At the budget's end every connection of the strand that wants to read waits here, without
 * asking the pool again, until the pool says that there may be room. Then they read, one after the other.
 *
 * <p>Threads: on the strand.
 */
public final class ReadSupply {
    /** Who waits for there to be room. */
    public interface Waiting {
        /** For how much it waits. */
        int preferredBytes();

        /** On the strand: there is, and it is who waits longest. The buffer is its own. */
        void resupplied(ByteBuffer b);
    }

    private final BufferPool pool;
    private final TransportOptions options;
    private final Executor strand;
    private final Set<Waiting> waiting = new LinkedHashSet<>();
    private boolean exhausted;

    /** @param strand runs what is to run on the strand; may be called from any thread, may reject */
    public ReadSupply(BufferPool pool, TransportOptions options, Executor strand) {
        this.pool = pool;
        this.options = options;
        this.strand = strand;
    }

    public BufferPool pool() {
        return pool;
    }

    public int largestRead() {
        return options.readBufferBytes();
    }

    int turnBytes() {
        return options.turnBytes();
    }

    /** A buffer with room for 1 to {@link #largestRead} bytes, or null: then {@link #await} and try no more. */
    public ByteBuffer take(int preferredBytes) {
        if (exhausted) {
            return null;
        }
        ByteBuffer b = pool.take(preferredBytes);
        if (b == null) {
            exhausted = true;
            pool.whenAvailable(this::wake);
            return null;
        }
        return b.remaining() > largestRead() ? b.limit(largestRead()) : b;
    }

    /**
     * A buffer for what a socket has no room for; null where there is none: those who wait to read come first, and what was
     * to be copied stays where it is.
     */
    ByteBuffer takeSpare(int preferredBytes) {
        return exhausted ? null : pool.take(preferredBytes);
    }

    /** How the strand's connections write. */
    public WritePolicy writes() {
        return options.writes();
    }

    /** Calls {@link Waiting#resupplied} once there is room and its turn has come. */
    public void await(Waiting who) {
        waiting.add(who);
    }

    public void forget(Waiting who) {
        waiting.remove(who);
    }

    private void wake() {
        try {
            strand.execute(this::resupply);
        } catch (RejectedExecutionException e) {
            // The strand has closed meanwhile: nobody reads any more.
        }
    }

    /** In the order they came, and before all others: who gives buffers back would else be the first to take them again. */
    private void resupply() {
        exhausted = false;
        for (int left = waiting.size(); left > 0 && !waiting.isEmpty(); left--) { // who wants more comes last again
            Waiting first = waiting.iterator().next();
            ByteBuffer b = take(first.preferredBytes());
            if (b == null) {
                return; // all that are left keep their places
            }
            waiting.remove(first);
            first.resupplied(b);
        }
    }
}
