package org.penstock.transport.tck;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.penstock.transport.api.BufferPool;
import org.penstock.transport.api.ParkedConnection;

/**
 * A pool that notices what is given back twice, not at all, or was never its own, and whose budget a test can set.
 *
 * <p>Threads: any; that the transport keeps to the strand is {@link StrandWatch}'s to see.
 */
public final class CheckedPool implements BufferPool {
    private final Problems problems;
    private final Set<ByteBuffer> out = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Deque<ByteBuffer> free = new ArrayDeque<>();
    private final List<Runnable> waiting = new ArrayList<>();
    private int most = Integer.MAX_VALUE;
    private int mostEverOut;
    private int largestAsked;
    private int refused;

    CheckedPool(Problems problems) {
        this.problems = problems;
    }

    @Override
    public synchronized ByteBuffer take(int preferredBytes) {
        if (preferredBytes < 1) {
            problems.add("asked the pool for " + preferredBytes + " bytes");
        }
        largestAsked = Math.max(largestAsked, preferredBytes);
        if (out.size() >= most) {
            refused++;
            return null;
        }
        ByteBuffer b = free.isEmpty() || free.peek().capacity() < preferredBytes
                ? ByteBuffer.allocateDirect(preferredBytes)
                : free.pop();
        out.add(b);
        mostEverOut = Math.max(mostEverOut, out.size());
        return b.clear();
    }

    @Override
    public void release(ByteBuffer b) {
        List<Runnable> wakes = List.of();
        synchronized (this) {
            if (!out.remove(b)) {
                problems.add("gave back a buffer that is not the pool's, or for the second time");
                return;
            }
            free.push(b);
            if (out.size() < most) {
                wakes = List.copyOf(waiting);
                waiting.clear();
            }
        }
        wakes.forEach(Runnable::run);
    }

    @Override
    public void whenAvailable(Runnable wake) {
        synchronized (this) {
            if (out.size() >= most) {
                waiting.add(wake);
                return;
            }
        }
        wake.run();
    }

    /** As who moves a connection to a strand with another pool has to: its bytes are in buffers of this one afterwards. */
    ParkedConnection carriedFrom(CheckedPool other, ParkedConnection p) {
        return new ParkedConnection(
                p.channel(),
                p.connecting(),
                p.inputEnded(),
                p.outputShut(),
                p.unread().stream().map(b -> copyFrom(other, b)).toList(),
                p.unwritten().stream().map(b -> copyFrom(other, b)).toList(),
                p.lost());
    }

    private ByteBuffer copyFrom(CheckedPool other, ByteBuffer b) {
        ByteBuffer copy = take(b.remaining()).put(b).flip();
        other.release(b);
        return copy;
    }

    /** From here on no more than this many buffers are out at a time. */
    void limit(int buffers) {
        List<Runnable> wakes;
        synchronized (this) {
            most = buffers;
            if (out.size() >= most) {
                return;
            }
            wakes = List.copyOf(waiting);
            waiting.clear();
        }
        wakes.forEach(Runnable::run);
    }

    synchronized int out() {
        return out.size();
    }

    synchronized int mostEverOut() {
        return mostEverOut;
    }

    synchronized int largestAsked() {
        return largestAsked;
    }

    /** How often somebody was told that there is no room. */
    synchronized int refused() {
        return refused;
    }

    void checkAllBack() {
        if (out() > 0) {
            problems.add(out() + " buffers were never given back");
        }
    }
}
