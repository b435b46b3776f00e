package org.penstock.journal.api;

import java.io.IOException;
import java.nio.file.Path;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * How the journal touches the disk; registered as a service with the property {@link #NAME}. Moves bytes only: format,
 * batching and asynchrony are journal-core's.
 *
 * <p>Threads: pure and synchronous; each segment is written by one thread. Files are interchangeable: what one storage
 * wrote, any other reads.
 */
@ConsumerType
public interface Storage {
    /** Service property: the storage's short name, for example {@code nio}. */
    String NAME = "penstock.storage";

    /**
     * Creates a file of {@code size} bytes, all written as zeros, readable and writable by its owner only. When this
     * returns, the file, its size and its directory entry are on the disk.
     *
     * @param size in bytes, a multiple of {@link #alignment()}
     * @throws java.nio.file.FileAlreadyExistsException it exists, and is untouched
     * @throws IOException it could not be made whole (a full disk, for example); nothing is left of it
     */
    Segment create(Path path, long size) throws IOException;

    /** Opens a file that exists, for reading and writing. */
    Segment open(Path path) throws IOException;

    /** What positions and lengths of writes must be multiples of, in bytes: a power of two; 1 where it does not matter. */
    int alignment();
}
