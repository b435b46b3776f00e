package org.penstock.benchmarks.processors;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.penstock.benchmarks.Case;
import org.penstock.benchmarks.Metric;
import org.penstock.benchmarks.Programme;
import org.penstock.benchmarks.Stage;
import org.penstock.benchmarks.Suite;
import org.penstock.benchmarks.Tempo;
import org.penstock.benchmarks.host.Workbench;
import org.penstock.benchmarks.wire.Role;

/** The table MINA and Netty were compared by: messages of many sizes, each answered by a byte. */
public final class MessageSizeSuite implements Suite {
    static final Metric RATE = new Metric("msgs_per_s", 0);
    static final Metric CPU = new Metric("cpu_us_per_msg", 1);

    /** Single figures swing by a third: many rounds of short runs say more than few of long ones. */
    private static final Tempo TEMPO =
            new Tempo(11, Duration.ofSeconds(2), Duration.ofMillis(200), Duration.ofMillis(100));

    @Override
    public Programme programme() {
        return new Programme(
                "message-size",
                "messages of one size after another over one connection, each answered by a byte",
                MessageSize.ALL.stream()
                        .map(size -> new Case(size.name(), true))
                        .toList(),
                Processors.parties(),
                List.of(RATE, CPU),
                Processors.REFERENCE,
                Set.of());
    }

    @Override
    public Tempo tempo() {
        return TEMPO;
    }

    @Override
    public Stage open(Workbench bench) {
        return party -> new MessageSizeContestant(ServerProcess.start(bench, Processors.of(party), Role.ANSWER));
    }
}
