package org.penstock.benchmarks.connections;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.penstock.benchmarks.Case;
import org.penstock.benchmarks.Metric;
import org.penstock.benchmarks.PartyUnavailable;
import org.penstock.benchmarks.Programme;
import org.penstock.benchmarks.Stage;
import org.penstock.benchmarks.Suite;
import org.penstock.benchmarks.Tempo;
import org.penstock.benchmarks.host.DescriptorLimit;
import org.penstock.benchmarks.host.Workbench;

/** Many idle sessions beside few busy ones. */
public final class ConnectionsSuite implements Suite {
    static final int IDLE = 9_000;
    static final int BUSY = 100;

    static final Metric BYTES = new Metric("bytes_per_idle_connection", 0);
    static final Metric HEAP = new Metric("heap_bytes_per_idle_connection", 0);
    static final Metric P99 = new Metric("p99_ms", 2);
    static final Metric CPU = new Metric("cpu_us_per_msg", 1);
    static final Metric RATE = new Metric("msgs_per_s", 0);

    private static final Tempo TEMPO =
            new Tempo(11, Duration.ofSeconds(5), Duration.ofSeconds(1), Duration.ofMillis(300));

    /** Two for each session at the proxy, and what a JVM has open besides. */
    private static final int DESCRIPTORS = 2 * (IDLE + BUSY) + 200;

    @Override
    public Programme programme() {
        return new Programme(
                "connections",
                "9,000 idle sessions and 100 busy ones through a proxy, 128 bytes a message, to a server that echoes",
                List.of(new Case("9000 idle + 100 busy", true)),
                Bridge.ALL.stream().map(Bridge::party).toList(),
                List.of(BYTES, HEAP, P99, CPU, RATE),
                "haproxy",
                Set.of());
    }

    @Override
    public Tempo tempo() {
        return TEMPO;
    }

    @Override
    public Stage open(Workbench bench) throws PartyUnavailable {
        long limit = DescriptorLimit.perProcess();
        if (limit < DESCRIPTORS) {
            throw new PartyUnavailable("connections needs " + DESCRIPTORS
                    + " descriptors a process, this user may have " + limit + " (ulimit -n)");
        }
        return party -> ConnectionsContestant.start(bench, Bridge.of(party));
    }
}
