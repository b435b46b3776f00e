package org.penstock.journal.api;

import java.nio.file.Path;
import java.util.Objects;

/**
 * Where a journal stands.
 *
 * @param id the journal's identity, the same for all its segments; 16 hexadecimal digits
 * @param directory where its segments are
 * @param storage the storage in use, or empty while there is none
 * @param state what it does
 * @param detail one line where the state needs explaining, else empty
 * @param segments how many segment files there are
 * @param firstPosition of the oldest record kept
 * @param nextPosition where the next record will begin
 * @param bytesOnDisk of all segment files
 * @param records written since it was opened
 * @param unwrittenBytes committed, waiting in memory
 * @param refused claims answered with null since it was opened
 * @param failures failed writes and syncs since it was opened
 */
public record JournalInfo(
        String id,
        Path directory,
        String storage,
        State state,
        String detail,
        int segments,
        long firstPosition,
        long nextPosition,
        long bytesOnDisk,
        long records,
        long unwrittenBytes,
        long refused,
        long failures) {
    /** What a journal does. */
    public enum State {
        /** Takes records. */
        OPEN,
        /** Takes no records until what {@code detail} says is mended: no storage, disk full, a failed write. */
        STALLED,
        /** Is over. */
        CLOSED
    }

    public JournalInfo {
        Objects.requireNonNull(state, "state");
        Objects.requireNonNull(detail, "detail");
    }
}
