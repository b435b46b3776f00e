package org.penstock.journal.api;

import java.io.IOException;
import java.util.concurrent.CompletionStage;
import org.osgi.annotation.versioning.ProviderType;

/**
 * A durable, append-only log of records. Registered as a service while it is open.
 *
 * <p>Threads: any thread may call. Appending never waits for the disk, and reading never for appending.
 */
@ProviderType
public interface Journal {
    /** Opens an appender, for one thread at a time; cheap. */
    Appender appender(AppendListener listener);

    /** Opens a reader. */
    JournalReader read(Start from) throws IOException;

    /** Where the journal stands now. */
    JournalInfo info();

    /**
     * Done when every record committed before this call has been acknowledged or has failed; completes normally, on any
     * thread.
     */
    CompletionStage<Void> drain();
}
