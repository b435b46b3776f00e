package org.penstock.config.files;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.penstock.log.support.Reason;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks at the folder each second, from when the framework has started, and tells what it finds there. */
final class ConfigFolder {
    private static final Logger LOG = LoggerFactory.getLogger(ConfigFolder.class);
    private static final long EACH_MILLIS = 1_000;
    private static final long STOP_MILLIS = 2_000;

    private final String folder;
    private final Survey survey;
    private final Gate gate;
    private final Findings findings;
    private final BooleanSupplier started;
    private final News news = new News(LOG::error);
    private final Thread thread = new Thread(this::run, "penstock-config-files");
    private final CountDownLatch stopped = new CountDownLatch(1);

    /** @param started before that there is no log to tell it in */
    ConfigFolder(String folder, Survey survey, Gate gate, Findings findings, BooleanSupplier started) {
        this.folder = folder;
        this.survey = survey;
        this.gate = gate;
        this.findings = findings;
        this.started = started;
        thread.setDaemon(true);
        thread.setContextClassLoader(null);
    }

    void start() {
        thread.start();
    }

    /** Within a bound: whatever it looks at may be on a disk that does not answer. */
    void stop() throws InterruptedException {
        stopped.countDown();
        thread.join(STOP_MILLIS);
    }

    private void run() {
        try {
            while (!stopped.await(EACH_MILLIS, TimeUnit.MILLISECONDS)) {
                if (started.getAsBoolean()) {
                    look();
                }
            }
        } catch (InterruptedException e) {
            LOG.warn("{} is looked at no more: interrupted, and nobody should", folder);
        } catch (IllegalStateException e) {
            LOG.debug("the bundle stops", e);
        }
    }

    void look() {
        gate.retry();
        Map<String, String> found = found();
        news.found(findings.with(found));
        Map<String, String> lasting = new HashMap<>(news.lasting());
        lasting.entrySet().retainAll(found.entrySet()); // what is kept back is nobody's to remember
        findings.last(lasting);
    }

    private Map<String, String> found() {
        try {
            return survey.look();
        } catch (IOException e) {
            return Map.of("", folder + ": it cannot be listed: " + Reason.of(e));
        }
    }
}
