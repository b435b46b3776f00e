package org.penstock.transport.support;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;

/**
 * A strand's tasks, in the order given. Open, then closed (takes none, runs those taken), then ended.
 *
 * <p>Threads: {@link #add}, {@link #close} and {@link #isClosed} from any; all else by the thread that runs the tasks.
 *
 * <p>Every task taken is run, and every other rejected, without a lock: who adds looks again afterwards, and takes its
 * task back where the queue has ended in between.
 */
public final class TaskQueue {
    private static final int MOST_A_TURN = 256;

    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private volatile boolean closed;
    private volatile boolean ended;

    /** @throws RejectedExecutionException closed; the task will not run */
    public void add(Runnable task) {
        if (closed) {
            throw new RejectedExecutionException("strand closed");
        }
        tasks.add(task);
        if (ended && tasks.remove(task)) {
            throw new RejectedExecutionException("strand closed");
        }
    }

    public void close() {
        closed = true;
    }

    public boolean isClosed() {
        return closed;
    }

    public boolean isEmpty() {
        return tasks.isEmpty();
    }

    /** There is nothing to do, not even to end. */
    public boolean isQuiet() {
        return tasks.isEmpty() && !closed;
    }

    /** Runs what is there, but no more than a turn's share, so that I/O gets its turn in between. */
    public void runSome() {
        for (int i = 0; i < MOST_A_TURN && runNext(); i++) {
            // runNext has done it
        }
    }

    /**
     * Runs the next task; what it throws is logged and ends nothing else.
     *
     * @return false: there was none
     */
    public boolean runNext() {
        Runnable task = tasks.poll();
        if (task == null) {
            return false;
        }
        run(task);
        return true;
    }

    /** After this, nothing is left and nothing comes. */
    public void end() {
        closed = true;
        ended = true;
        while (runNext()) {
            // runNext has done it
        }
    }

    static void run(Runnable task) {
        Thread.interrupted(); // what another one left behind would close the sockets that this one uses
        try {
            task.run();
        } catch (Throwable e) {
            Failures.HERE.add("task-failed", "thread=" + Thread.currentThread().getName(), "the strand goes on", e);
        }
    }
}
