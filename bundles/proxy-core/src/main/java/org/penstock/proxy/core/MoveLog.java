package org.penstock.proxy.core;

import java.util.concurrent.TimeUnit;
import org.penstock.proxy.api.MoveReport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A line for each move. */
final class MoveLog {
    private static final Logger LOG = LoggerFactory.getLogger(MoveLog.class);

    private MoveLog() {}

    static void tell(MoveReport r) {
        long millis = TimeUnit.NANOSECONDS.toMillis(r.tookNanos());
        if (r.problem().isEmpty() && r.lost() == 0) {
            LOG.info("proxy={} move from={} to={} moved={} ms={}", r.proxy(), r.from(), r.to(), r.moved(), millis);
        } else {
            LOG.warn(
                    "proxy={} move from={} to={} moved={} returned={} lost={} ms={} problem={}",
                    r.proxy(),
                    r.from(),
                    r.to(),
                    r.moved(),
                    r.returned(),
                    r.lost(),
                    millis,
                    r.problem());
        }
    }
}
