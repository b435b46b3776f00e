package org.penstock.journal.core;

import java.io.IOException;
import org.penstock.log.support.Reason;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives the writer its turns, one after another, and cleans up behind it. The directory is given up by this thread, last: a
 * writer that hangs in the disk keeps others away from its files.
 */
final class WriterThread implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(WriterThread.class);

    private final JournalWriter writer;
    private final Doze doze;
    private final FilesThread files;
    private final DirectoryLock lock;
    private final Thread thread;

    /** What a turn threw, until the writer has taken it up; null: nothing. */
    private Throwable trouble;

    WriterThread(JournalWriter writer, Doze doze, FilesThread files, DirectoryLock lock) {
        this.writer = writer;
        this.doze = doze;
        this.files = files;
        this.lock = lock;
        thread = new Thread(this, "penstock-journal-writer");
        thread.setDaemon(true);
        thread.setContextClassLoader(null);
    }

    void start() {
        thread.start();
    }

    @Override
    public void run() {
        try {
            while (!writer.closed()) {
                JournalWriter.Pace pace = turn();
                if (pace != JournalWriter.Pace.BUSY) {
                    doze.rest(pace == JournalWriter.Pace.WORKED);
                }
            }
        } finally {
            files.end();
            unlock();
        }
    }

    /**
     * What is thrown never ends the thread: who appends would wait for it for ever. Without memory there may be none to say
     * so either; then that is tried again after a short rest.
     */
    private JournalWriter.Pace turn() {
        try {
            if (trouble != null) {
                writer.fail(trouble);
                trouble = null;
            }
            return writer.work();
        } catch (RuntimeException | Error e) {
            trouble = e;
            return JournalWriter.Pace.WORKED;
        }
    }

    private void unlock() {
        try {
            lock.close();
        } catch (IOException e) {
            LOG.warn(
                    "event=journal-not-unlocked detail=\"{}\" then=\"the lock ends with this process, at the latest\"",
                    Reason.of(e));
        }
    }

    /** Whether it is gone in time. */
    boolean join(long nanos) {
        return Patience.join(thread, nanos);
    }
}
