package org.penstock.journal.core;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceRegistration;
import org.penstock.journal.api.Journal;
import org.penstock.log.support.Reason;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a journal open and registered. While its directory cannot be had (another process has it, or an earlier generation
 * of this bundle is still closing it) it says so once and tries again each second.
 *
 * <p>Threads: {@link #start} and {@link #stop} once each, by one thread at a time.
 */
final class JournalService {
    private static final Logger LOG = LoggerFactory.getLogger(JournalService.class);
    private static final long RETRY_MILLIS = 1_000;
    private static final long STOP_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** How a journal is opened; tests put something else here. */
    @FunctionalInterface
    interface Opening {
        OpenJournal open(JournalConfig config) throws IOException;
    }

    private final BundleContext context;
    private final StorageChoice storages;
    private final Opening opening;
    private final Thread opener = new Thread(this::keepTrying, "penstock-journal-opener");
    private JournalConfig config;
    private OpenJournal journal;
    private ServiceRegistration<Journal> registration;
    private boolean stopped;
    private String complaint = "";

    JournalService(BundleContext context, StorageChoice storages) {
        this(context, storages, config -> OpenJournal.open(config, Clocks.system()));
    }

    JournalService(BundleContext context, StorageChoice storages, Opening opening) {
        this.context = context;
        this.storages = storages;
        this.opening = opening;
        opener.setDaemon(true);
        opener.setContextClassLoader(null);
    }

    synchronized void start(JournalConfig wanted) {
        config = wanted;
        if (!open()) {
            opener.start();
        }
    }

    private synchronized void keepTrying() {
        try {
            while (!stopped && !open()) {
                wait(RETRY_MILLIS);
            }
        } catch (InterruptedException e) {
            LOG.warn(
                    "event=journal-opener-interrupted directory={} then=\"the journal stays closed until its"
                            + " configuration changes or its bundle starts again\"",
                    config.directory());
        }
    }

    private boolean open() {
        try {
            journal = opening.open(config);
        } catch (IOException | RuntimeException | OutOfMemoryError e) {
            String why = reason(e);
            String kind = e instanceof Error ? e.getClass().getName() : why; // the figures of one differ each time
            if (!complaint.equals(kind)) {
                complaint = kind;
                LOG.error(
                        "event=journal-not-open directory={} detail=\"{}\" then=\"it is tried again each second\"",
                        config.directory(),
                        why);
            }
            return false;
        }
        storages.serve(journal, config.storage());
        registration = context.registerService(Journal.class, journal, null);
        return true;
    }

    private String reason(Throwable e) {
        String why = Reason.of(e);
        return e instanceof OutOfMemoryError ? why + ", or lower ring.size = " + config.ringSize() : why;
    }

    /** Takes up a configuration that needs no opening anew; false: it does. */
    synchronized boolean tune(JournalConfig wanted) {
        if (!config.sameFiles(wanted)) {
            return false;
        }
        config = wanted;
        if (journal != null) {
            journal.tune(wanted);
            storages.serve(journal, wanted.storage());
        }
        return true;
    }

    /** Unregisters and closes the journal, within the journal's bound. */
    void stop() {
        synchronized (this) {
            stopped = true;
            notifyAll();
        }
        Patience.join(opener, STOP_NANOS);
        if (registration != null) {
            registration.unregister();
            storages.leave();
            journal.close();
        }
    }
}
