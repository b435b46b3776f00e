package org.penstock.journal.api;

import java.io.Closeable;
import java.io.IOException;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Reads a journal forward, and tails it.
 *
 * <p>Threads: one at a time; reads the disk, so not on a strand.
 */
@ProviderType
public interface JournalReader extends Closeable {
    /**
     * The next entry, or null where there is none yet; ask again later.
     *
     * @throws IOException the storage failed; the reader may be asked again
     */
    JournalEntry next() throws IOException;
}
