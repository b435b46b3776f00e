package org.penstock.recorder.log;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.osgi.service.component.annotations.Component;
import org.penstock.codec.api.SessionFacts;
import org.penstock.recorder.api.Recorder;
import org.penstock.recorder.api.SessionRecorder;
import org.slf4j.LoggerFactory;

/**
 * The recorder {@code log}: writes one line for each exchange, and for each session's beginning, end and gap, to the
 * logger {@code org.penstock.exchange.PROXY} at level INFO. The lines are told in docs/record-format.md, "Log lines".
 *
 * <p>It never refuses anything. How long a line takes is the logging backend's business: one that writes to a slow disk
 * on the calling thread slows the traffic down, so give this logger an asynchronous appender.
 */
@Component(service = Recorder.class, immediate = true, property = Recorder.NAME + "=log")
public final class LogRecorder implements Recorder {
    private static final String LOGGERS = "org.penstock.exchange.";

    @Override
    public SessionRecorder open(SessionFacts facts, Runnable onSpace) {
        return new LogSession(facts, LoggerFactory.getLogger(LOGGERS + facts.proxy()));
    }

    /** A line that was written is as safe as this recorder makes it. */
    @Override
    public CompletionStage<Void> drain() {
        return CompletableFuture.completedFuture(null);
    }
}
