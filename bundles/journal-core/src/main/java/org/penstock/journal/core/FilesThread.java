package org.penstock.journal.core;

import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** The one thread that makes segments and puts them away. */
final class FilesThread implements Executor {
    private final ExecutorService executor = Executors.newSingleThreadExecutor(FilesThread::thread);

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "penstock-journal-files");
        thread.setDaemon(true);
        thread.setContextClassLoader(null);
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
    }
}
