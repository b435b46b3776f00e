package org.penstock.proxy.core.record;

import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.penstock.codec.api.Exchange;
import org.penstock.codec.api.SessionFacts;
import org.penstock.codec.api.Side;
import org.penstock.recorder.api.Gap;
import org.penstock.recorder.api.Recorder;
import org.penstock.recorder.api.SessionEnd;
import org.penstock.recorder.api.SessionRecorder;

/** Takes everything from every session, and keeps nothing: tests override what they look at. */
public class SilentRecorder implements Recorder, SessionRecorder {
    @Override
    public final SessionRecorder open(SessionFacts facts, Runnable onSpace) {
        return this;
    }

    @Override
    public final CompletionStage<Void> drain() {
        return CompletableFuture.completedStage(null);
    }

    @Override
    public boolean opened(long sequence) {
        return true;
    }

    @Override
    public boolean exchange(long sequence, Exchange e) {
        return true;
    }

    @Override
    public boolean chunk(long sequence, long nowNanos, Side from, long offset, ByteBuffer bytes) {
        return true;
    }

    @Override
    public boolean gap(long sequence, Gap gap) {
        return true;
    }

    @Override
    public boolean closed(long sequence, SessionEnd end) {
        return true;
    }

    @Override
    public void release() {}
}
