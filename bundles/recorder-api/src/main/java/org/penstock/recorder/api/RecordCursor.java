package org.penstock.recorder.api;

import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;
import org.osgi.annotation.versioning.ConsumerType;

/** A place in a {@link RecordLog} that moves forward. One thread at a time. */
@ConsumerType
public interface RecordCursor extends Closeable {
    /**
     * The next record; empty where there is none yet, and then again at later calls until there is.
     *
     * @throws IOException the log cannot be read here; the cursor is of no use any more
     */
    Optional<Recorded> next() throws IOException;
}
