package org.penstock.journal.core;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.Executor;
import java.util.function.LongConsumer;
import org.penstock.journal.api.Segment;
import org.penstock.journal.api.Storage;
import org.penstock.log.support.Reason;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes segments before they are needed and puts away those that are full, so that the writer waits for neither.
 *
 * <p>Threads: the writer calls; the work is done by an executor, one task at a time and in order. What it made is the
 * writer's from {@link #take} on, what is given back is the executor's.
 */
final class SegmentFiles {
    private static final Logger LOG = LoggerFactory.getLogger(SegmentFiles.class);

    private final SegmentCatalog catalog;
    private final RemovedSegments removed;
    private final Executor executor;
    private final Status status;
    private final Runnable ready;
    private final Numbers numbers = new Numbers();
    private volatile Outcome outcome = new Idle();

    /** The file that may be there already, and the number of the next; the executor's alone. */
    private static final class Numbers {
        OptionalLong blank;
        long next;
    }

    /** What became of the last order. */
    private sealed interface Outcome {}

    private record Idle() implements Outcome {}

    private record Ordered() implements Outcome {}

    private record Failed(String why) implements Outcome {}

    /** A segment of zeros, ready to be written. */
    record Prepared(long number, Path path, Segment segment, Storage storage) implements Outcome {}

    /** @param ready told when an order is done, well or not */
    SegmentFiles(Recovery.Result recovered, Executor executor, Status status, Runnable ready) {
        this.catalog = recovered.catalog();
        this.removed = new RemovedSegments(catalog);
        this.executor = executor;
        this.status = status;
        this.ready = ready;
        numbers.blank = recovered.blank();
        numbers.next = recovered.nextNumber();
    }

    /** Orders a segment, unless one is there or ordered. */
    void order(Storage storage, long size) {
        if (outcome instanceof Idle || outcome instanceof Failed) {
            outcome = new Ordered();
            executor.execute(() -> prepare(storage, size));
        }
    }

    private void prepare(Storage storage, long size) {
        Outcome made;
        try {
            made = numbers.blank.isPresent() ? openBlank(storage, size) : create(storage, size);
        } catch (IOException | RuntimeException | Error e) {
            // an Error too, no direct memory for example: an order without an answer would be waited for in silence
            String why =
                    "cannot make a segment in " + catalog.path(numbers.next).getParent() + ": " + Reason.of(e);
            if (status.firstOf("segment-not-made", e)) {
                LOG.warn("event=segment-not-made detail=\"{}\" then=\"it is tried again\"", why);
            }
            status.failed();
            made = new Failed(why);
        }
        outcome = made;
        ready.run();
    }

    private Prepared openBlank(Storage storage, long size) throws IOException {
        long number = numbers.blank.getAsLong();
        numbers.blank = OptionalLong.empty();
        Path path = catalog.path(number);
        try {
            if (catalog.size(number) == size) {
                return new Prepared(number, path, storage.open(path), storage);
            }
        } catch (IOException | RuntimeException e) {
            if (status.firstOf("segment-not-opened", e)) {
                LOG.warn(
                        "event=segment-not-opened file={} detail=\"{}\" then=\"it is blank and replaced\"",
                        path,
                        Reason.of(e));
            }
            status.failed();
        }
        remove(number); // of zeros only
        return create(storage, size);
    }

    private Prepared create(Storage storage, long size) throws IOException {
        long number = numbers.next;
        Segment segment = storage.create(catalog.path(number), size);
        numbers.next++;
        catalog.add(number, size);
        return new Prepared(number, catalog.path(number), segment, storage);
    }

    /** The segment ordered; null: there is none, and {@link #takeTrouble} may say why. */
    Prepared take() {
        if (outcome instanceof Prepared prepared) {
            outcome = new Idle();
            return prepared;
        }
        return null;
    }

    /** Why the last order failed, once; null: it did not. */
    String takeTrouble() {
        if (outcome instanceof Failed failed) {
            outcome = new Idle();
            return failed.why();
        }
        return null;
    }

    /** Puts a full segment away: synced, then closed. */
    void retire(Path path, Segment segment) {
        executor.execute(() -> {
            try (segment) {
                segment.sync();
            } catch (IOException | RuntimeException e) {
                status.failed();
                if (status.firstOf("segment-not-synced", e)) {
                    LOG.warn(
                            "event=segment-not-synced file={} detail=\"{}\" then=\"the system writes it when it sees"
                                    + " fit; until then a crash of the machine may lose its end\"",
                            path,
                            Reason.of(e));
                }
            }
        });
    }

    /** Closes a segment that failed; it is not synced again. {@code unused}: nothing in it was ever acknowledged. */
    void abandon(long number, Segment segment, boolean unused) {
        executor.execute(() -> {
            close(segment);
            if (unused) {
                removeQuietly(number);
            }
        });
    }

    private static void close(Segment segment) {
        try {
            segment.close();
        } catch (IOException | RuntimeException e) {
            LOG.debug("event=segment-not-closed detail=\"{}\"", Reason.of(e));
        }
    }

    private void removeQuietly(long number) {
        try {
            remove(number);
        } catch (IOException e) {
            if (status.firstOf("segment-not-deleted", e)) {
                LOG.warn(
                        "event=segment-not-deleted file={} detail=\"{}\" then=\"it holds no records and stays\"",
                        catalog.path(number),
                        Reason.of(e));
            }
        }
    }

    /** From the catalog first: a file that is listed and not there was removed by somebody else. */
    private void remove(long number) throws IOException {
        long size = catalog.size(number);
        catalog.remove(number);
        try {
            Files.deleteIfExists(catalog.path(number));
        } catch (IOException e) {
            catalog.add(number, size);
            throw e;
        }
    }

    /**
     * Looks whether the file being written and the one made ahead are still there.
     *
     * @param gone told the number of each that is not: what is written there is read by nobody
     */
    void look(long active, LongConsumer gone) {
        executor.execute(() -> {
            List<Long> missing = new ArrayList<>();
            if (outcome instanceof Prepared ahead) {
                missing.add(ahead.number());
            }
            missing.add(active);
            missing.removeIf(number -> !Files.notExists(catalog.path(number)));
            missing.forEach(gone::accept);
            if (!missing.isEmpty()) {
                removed.look();
            }
        });
    }

    /** Lets go of a segment made ahead whose file is gone. */
    void forget(long number) {
        if (outcome instanceof Prepared ahead && ahead.number() == number) {
            outcome = new Idle();
            executor.execute(() -> close(ahead.segment()));
        }
    }

    /** Lets go of everything a storage made; tells when all that was asked before is done, and no segment is open. */
    void release(Runnable released) {
        executor.execute(() -> {
            if (outcome instanceof Prepared prepared) {
                close(prepared.segment());
                numbers.blank = OptionalLong.of(prepared.number());
            }
            if (!(outcome instanceof Ordered)) { // else by whoever did not wait for this
                outcome = new Idle();
            }
            released.run();
        });
    }

    /** Deletes the oldest segments that are more than is to be kept. */
    void retain(Retention retention, long newest, long nowNanos) {
        executor.execute(() -> {
            removed.look();
            try {
                for (long number : retention.expired(catalog, newest, nowNanos)) {
                    remove(number);
                    LOG.info("event=segment-expired file={}", catalog.path(number));
                }
            } catch (IOException e) {
                if (status.firstOf("retention-failed", e)) {
                    LOG.warn(
                            "event=retention-failed detail=\"{}\" then=\"old segments stay; it is tried again each"
                                    + " minute\"",
                            Reason.of(e));
                }
            }
        });
    }
}
