package org.penstock.journal.core;

import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/** The one thread that makes segments and puts them away. */
final class FilesThread implements Executor {
    private final AtomicReference<Thread> latest = new AtomicReference<>();
    private final ExecutorService executor = Executors.newSingleThreadExecutor(this::thread);

    private Thread thread(Runnable work) {
        Thread thread = new Thread(work, "penstock-journal-files");
        thread.setDaemon(true);
        thread.setContextClassLoader(null);
        latest.set(thread);
        return thread;
    }

    @Override
    public void execute(Runnable task) {
        executor.execute(task);
    }

    /** Ends when all that was asked for is done, however long that takes: a file must not be left in the middle. */
    void end() {
        executor.shutdown();
        boolean ended = false;
        while (!ended) {
            try {
                ended = executor.awaitTermination(1, TimeUnit.MINUTES);
            } catch (InterruptedException e) {
                // the writer's thread is the only caller, and nobody's to interrupt
            }
        }
        Thread last = latest.get();
        if (last != null) {
            Patience.join(last, TimeUnit.MINUTES.toNanos(1)); // it has nothing to do any more, but may not be gone yet
        }
    }
}
