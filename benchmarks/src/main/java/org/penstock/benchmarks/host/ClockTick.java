package org.penstock.benchmarks.host;

import java.io.IOException;
import java.util.List;

/** The unit in which /proc tells CPU time. */
final class ClockTick {
    private static final long NANOS_PER_SECOND = 1_000_000_000;

    private ClockTick() {}

    static long nanos() throws IOException, InterruptedException {
        Tool.Answer answer = Tool.run(List.of("getconf", "CLK_TCK"));
        if (answer.status() != 0) {
            throw new IOException("getconf CLK_TCK: " + answer.lastLine());
        }
        return NANOS_PER_SECOND / Long.parseLong(answer.lastLine());
    }
}
