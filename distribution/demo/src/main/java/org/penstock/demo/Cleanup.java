package org.penstock.demo;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * What must be undone at the end, the latest first: at the normal end, or when the process is told to end by a signal.
 *
 * <p>Threads: any; the one that comes second waits for the first. Errors: one that cannot be undone keeps none of the
 * others from it.
 */
final class Cleanup implements AutoCloseable {
    /** Something to undo. */
    interface Undo {
        void run() throws Exception;
    }

    private final Deque<Undo> undos = new ArrayDeque<>();
    private volatile boolean closing;

    Cleanup() {
        Runtime.getRuntime().addShutdownHook(new Thread(this::close, "cleanup"));
    }

    /** What is added when the end has begun is undone at once. */
    synchronized <T> T add(T thing, Undo undo) {
        undos.push(undo);
        if (closing) {
            close();
        }
        return thing;
    }

    /** The end has begun. */
    boolean closing() {
        return closing;
    }

    @Override
    public void close() {
        closing = true;
        undoAll();
    }

    private synchronized void undoAll() {
        while (!undos.isEmpty()) {
            try {
                undos.pop().run();
            } catch (Exception e) {
                System.err.println("demo: at the end: " + e);
            }
        }
    }
}
