package org.penstock.log.support;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * A condition that lasts, and is met again and again while it does: it is told when it begins and when it is over, and
 * counted in between. One that flickers is one spell: it is over when it has been seen to be gone, and was not met again
 * for a while.
 *
 * <p>Threads: any; nothing waits but for a few instructions. Whoever finds the end tells it, outside of any lock.
 */
public final class Spell {
    /** For conditions that come and go by themselves: a log of those grows by a line each few seconds at most. */
    public static final Duration CALM = Duration.ofSeconds(5);

    /** For mistakes, which have no end of their own: over when none was made for that long. */
    public static final Duration LONG_CALM = Duration.ofMinutes(1);

    private final long calmNanos;
    private final LongSupplier nanoTime;
    private final Consumer<Past> over;
    private volatile boolean lasting; // written with the lock held, as all below
    private boolean gone;
    private long beganAt;
    private long goneAt;
    private long times;
    private long affected;

    /**
     * A spell that is over.
     *
     * @param lasted from when it was met first to when it was seen to be gone
     * @param times how often it was met, at least 1
     * @param affected how many it concerned in all those times, as its user counts
     */
    public record Past(Duration lasted, long times, long affected) {
        public Past {
            if (lasted.isNegative() || times < 1) {
                throw new IllegalArgumentException(lasted + ", " + times);
            }
        }

        /** For a line: {@code 12.3 s}, {@code 4 m 10 s} or {@code 3 h 5 m}. */
        public String length() {
            long seconds = lasted.toSeconds();
            if (seconds < 60) {
                return seconds + "." + lasted.toMillisPart() / 100 + " s";
            }
            return seconds < 3600
                    ? seconds / 60 + " m " + seconds % 60 + " s"
                    : seconds / 3600 + " h " + seconds / 60 % 60 + " m";
        }
    }

    /**
     * None is on.
     *
     * @param calm for how long it must not be met to be over; zero: it is over when it is gone
     * @param over tells of one that is; called by {@link #passed}, {@link #look} and {@link #close}
     */
    public Spell(Duration calm, LongSupplier nanoTime, Consumer<Past> over) {
        this.calmNanos = calm.toNanos();
        this.nanoTime = Objects.requireNonNull(nanoTime, "nanoTime");
        this.over = Objects.requireNonNull(over, "over");
    }

    /** As {@link #met(long)}, for one. */
    public boolean met() {
        return met(1);
    }

    /**
     * The condition holds now.
     *
     * @param more how many it concerns this time
     * @return whether a spell has begun, which is to be told; else this was counted
     */
    public synchronized boolean met(long more) {
        boolean begins = !lasting;
        if (begins) {
            beganAt = nanoTime.getAsLong();
            times = 0;
            affected = 0;
            lasting = true;
        }
        gone = false;
        times++;
        affected += more;
        return begins;
    }

    /** As {@link #happened(long)}, for one. */
    public boolean happened() {
        return happened(1);
    }

    /**
     * The condition held for this moment, and nobody sees its end: it may have been the last time. Where nobody looks, the
     * next one tells that those before it are over.
     *
     * @param more how many it concerns this time
     * @return as {@link #met(long)} does
     */
    public boolean happened(long more) {
        look();
        boolean begins = met(more);
        passed();
        return begins;
    }

    /** A spell is on: it has been told that it began, and not yet that it is over. */
    public boolean lasts() {
        return lasting;
    }

    /** The condition does not hold now. Costs next to nothing while no spell is on. */
    public void passed() {
        if (lasting) {
            end(true, calmNanos).ifPresent(over);
        }
    }

    /** Time has passed: what was gone may be over by now. */
    public void look() {
        if (lasting) {
            end(false, calmNanos).ifPresent(over);
        }
    }

    /** Whoever met it goes away: what was counted is told now. */
    public void close() {
        if (lasting) {
            end(true, 0).ifPresent(over);
        }
    }

    /**
     * Whoever met it goes away, and will not see its end: where it was not seen to be gone, that is told in place of its
     * being over.
     */
    public void close(Consumer<Past> unended) {
        if (lasting) {
            boolean ended = isGone();
            end(true, 0).ifPresent(ended ? over : unended);
        }
    }

    private synchronized boolean isGone() {
        return gone;
    }

    private synchronized Optional<Past> end(boolean seenGone, long calm) {
        long now = nanoTime.getAsLong();
        if (seenGone && lasting && !gone) {
            gone = true;
            goneAt = now;
        }
        if (!lasting || !gone || now - goneAt < calm) {
            return Optional.empty();
        }
        lasting = false;
        return Optional.of(new Past(Duration.ofNanos(goneAt - beganAt), times, affected));
    }
}
