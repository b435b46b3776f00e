package org.penstock.journal.core;

import java.io.IOException;
import java.util.List;
import org.penstock.log.support.Reason;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notices segments whose files somebody else has removed from the directory, and tells the operator: what was in them is
 * lost, and neither the files that are left nor a check of them can say so where these were the oldest.
 *
 * <p>Threads: any; each segment is told of once.
 */
final class RemovedSegments {
    private static final Logger LOG = LoggerFactory.getLogger(RemovedSegments.class);

    private final SegmentCatalog catalog;

    RemovedSegments(SegmentCatalog catalog) {
        this.catalog = catalog;
    }

    /** Costs a listing of the directory. */
    void look() {
        try {
            List<Long> missing = catalog.forgetMissing();
            if (!missing.isEmpty()) {
                LOG.error(
                        "event=segments-removed segments={} first={} last={} detail=\"somebody has removed these files,"
                                + " not this journal's retention\" then=\"what was in them is lost\"",
                        missing.size(),
                        catalog.path(missing.get(0)),
                        catalog.path(missing.get(missing.size() - 1)));
            }
        } catch (IOException e) {
            LOG.debug("event=directory-not-listed detail=\"{}\"", Reason.of(e));
        }
    }
}
