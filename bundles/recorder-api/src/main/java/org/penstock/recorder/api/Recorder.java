package org.penstock.recorder.api;

import java.util.concurrent.CompletionStage;
import org.osgi.annotation.versioning.ConsumerType;
import org.penstock.codec.api.SessionFacts;

/**
 * A recorder, registered as a service with the property {@link #NAME}.
 *
 * <p>Threads: any thread may call; sessions are recorded at the same time on different strands.
 */
@ConsumerType
public interface Recorder {
    /** Service property: the recorder's short name in small letters, for example {@code journal}. */
    String NAME = "penstock.recorder";

    /**
     * Begins to record a session, or goes on recording one that an earlier generation has recorded before.
     *
     * @param onSpace is run after a refusal, once, when it is worth trying again; on any thread, short, never blocks
     */
    SessionRecorder open(SessionFacts facts, Runnable onSpace);

    /** Done when everything taken until now is as safe as this recorder makes it; never fails, never blocks the caller. */
    CompletionStage<Void> drain();
}
