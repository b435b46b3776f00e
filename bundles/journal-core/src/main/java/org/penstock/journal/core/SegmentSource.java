package org.penstock.journal.core;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.agrona.BufferUtil;
import org.penstock.journal.api.Storage;
import org.penstock.log.support.Reason;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where the writer goes on when it has no segment: in the last one of an earlier process, or in a new one. Says so when
 * there is none to be had, and tries again.
 *
 * <p>Threads: the writer's.
 */
final class SegmentSource {
    private static final Logger LOG = LoggerFactory.getLogger(SegmentSource.class);
    private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final long journalId;
    private final long segmentSize;
    private final int longestPayload;
    private final SegmentFiles files;
    private final Status status;
    private final Clocks clocks;
    private final Retry retry = new Retry();

    /** For the headers of all segments to come: there may be no memory when the next one is needed. */
    private final ByteBuffer headerBlock = BufferUtil.allocateDirectAligned(SegmentHeader.LENGTH, SegmentHeader.LENGTH);

    private Optional<Recovery.Tail> tail;
    private Storage storage;

    /** When to try again, and whether what was tried last went wrong. */
    private static final class Retry {
        long notBefore;
        boolean failing;
    }

    SegmentSource(Recovery.Result recovered, JournalConfig config, SegmentFiles files, Status status, Clocks clocks) {
        this.journalId = recovered.journalId();
        this.segmentSize = config.segmentSize();
        this.longestPayload = config.longestPayload();
        this.files = files;
        this.status = status;
        this.clocks = clocks;
        this.tail = recovered.tail();
        retry.notBefore = clocks.nanoTime().getAsLong();
    }

    /** Segments are this storage's from now on. */
    void attach(Storage newStorage) {
        storage = newStorage;
        retry.failing = false;
        retry.notBefore = clocks.nanoTime().getAsLong();
        prepare();
    }

    /** Lets go of the storage; tells when nothing of it is in use any more. */
    void release(Runnable released) {
        storage = null;
        files.release(released);
    }

    /** Has the next segment made, unless it is. */
    void prepare() {
        files.order(storage, segmentSize);
    }

    /** The segment to go on in; null: there is none now. */
    ActiveSegment next(Batch batch, long latestNanos) {
        if (clocks.nanoTime().getAsLong() - retry.notBefore < 0) {
            return null;
        }
        ActiveSegment resumed = tail.isPresent() ? resume(batch) : null;
        return resumed != null ? resumed : begin(batch, latestNanos);
    }

    /** Only the first to ask gets it: what comes later begins anew. */
    private ActiveSegment resume(Batch batch) {
        Recovery.Tail last = tail.get();
        tail = Optional.empty();
        try {
            return ActiveSegment.resume(last, storage, batch);
        } catch (IOException | RuntimeException e) {
            status.failed();
            LOG.warn(
                    "event=segment-not-resumed file={} detail=\"{}\" then=\"a new segment is begun\"",
                    last.path(),
                    Reason.of(e));
            return null;
        }
    }

    private ActiveSegment begin(Batch batch, long latestNanos) {
        SegmentFiles.Prepared made = files.take();
        if (made != null && made.storage() == storage) {
            SegmentHeader header = new SegmentHeader(
                    journalId,
                    made.number(),
                    batch.position(),
                    segmentSize,
                    clocks.epochNanos().getAsLong(),
                    latestNanos,
                    longestPayload);
            prepare();
            return ActiveSegment.begin(made, header, headerBlock, batch);
        }
        if (made != null) {
            files.abandon(made.number(), made.segment(), true);
        }
        String trouble = files.takeTrouble();
        if (trouble == null) {
            prepare();
        } else {
            stall(trouble);
        }
        return null;
    }

    private void stall(String why) {
        status.toStalled(why);
        retry.failing = true;
        retry.notBefore = clocks.nanoTime().getAsLong() + RETRY_NANOS;
    }

    /** Writing went wrong: the next segment is tried at once, those after it in turn. */
    void broken(String why) {
        if (retry.failing) {
            stall(why);
        }
        retry.failing = true;
    }

    /** Writing goes well. */
    void works() {
        retry.failing = false;
    }
}
