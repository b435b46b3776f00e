package org.penstock.benchmarks.host;

import java.io.IOException;

/**
 * Who may run where. A party has one CPU, the same for all parties; the server and the load use every CPU, that one
 * included. Why not a CPU apart, and which suites give their parties every CPU: docs/benchmarks.md, "Pinning".
 *
 * @param party where each party's processes run
 * @param load where the server and the load generator run
 */
public record Pinning(CpuSet party, CpuSet load) {
    static Pinning here() throws IOException {
        CpuSet all = CpuSet.allowed();
        return new Pinning(all.first(), all);
    }
}
