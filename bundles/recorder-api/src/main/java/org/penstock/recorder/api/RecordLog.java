package org.penstock.recorder.api;

import java.io.IOException;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * Reads what a recorder has kept. A service of recorders that keep their records, with the property {@link Recorder#NAME}.
 *
 * <p>Threads: any thread may call; a cursor is used by one thread at a time. Reading never blocks recording.
 */
@ConsumerType
public interface RecordLog {
    /** From the oldest record kept. */
    RecordCursor fromOldest() throws IOException;

    /** From what is recorded after this call. */
    RecordCursor fromNewest() throws IOException;

    /** From the record at a position, or the next one where there is none. */
    RecordCursor fromPosition(long position) throws IOException;

    /**
     * From the first record that was recorded at or after a time, in nanoseconds since the epoch. An exchange is recorded
     * when it ends, so one that began earlier may be among them.
     */
    RecordCursor fromTime(long nanos) throws IOException;
}
