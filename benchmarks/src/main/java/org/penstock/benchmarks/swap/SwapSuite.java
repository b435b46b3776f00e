package org.penstock.benchmarks.swap;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.penstock.benchmarks.Metric;
import org.penstock.benchmarks.Party;
import org.penstock.benchmarks.Programme;
import org.penstock.benchmarks.Stage;
import org.penstock.benchmarks.Suite;
import org.penstock.benchmarks.Tempo;
import org.penstock.benchmarks.Transports;
import org.penstock.benchmarks.host.Workbench;
import org.penstock.benchmarks.proxies.PenstockInstance;

/** Open connections under load, moved from each transport to each other. */
public final class SwapSuite implements Suite {
    static final int SESSIONS = 200;

    static final Metric FAILED = new Metric("failed", 0);
    static final Metric RECONNECTS = new Metric("reconnects", 0);
    static final Metric UNMOVED = new Metric("unmoved", 0);
    static final Metric PAUSE = new Metric("longest_pause_ms", 1);
    static final Metric STILL = new Metric("still_pause_ms", 1);
    static final Metric P999 = new Metric("p999_ms", 1);
    static final Metric FULL = new Metric("full_load_pause_ms", 1);

    private static final Party PENSTOCK = new Party(
            "penstock",
            "Penstock, no codec, nothing recorded",
            Party.Kind.JVM,
            Set.of(),
            Set.of(PenstockInstance.MODULE),
            true);

    /** Of a run: without a move, with one at half load, with one at full load. */
    static final int WINDOWS = 3;

    /** A run measures one move, and there shall be 20 of each. */
    private static final Tempo TEMPO =
            new Tempo(20, Duration.ofSeconds(3), Duration.ofMillis(900), Duration.ofMillis(800));

    @Override
    public Programme programme() {
        return new Programme(
                "swap",
                "200 connections under load while their transport is exchanged, A>B; 128 bytes a message",
                Move.all(Transports.NAMES).stream().map(Move::load).toList(),
                List.of(PENSTOCK),
                List.of(FAILED, RECONNECTS, UNMOVED, PAUSE, STILL, P999, FULL),
                PENSTOCK.name(),
                Set.of());
    }

    @Override
    public Tempo tempo() {
        return TEMPO;
    }

    @Override
    public Stage open(Workbench bench) {
        return party -> SwapContestant.start(bench, party.name());
    }
}
