package org.penstock.benchmarks;

import java.util.List;
import java.util.Set;

/**
 * What a suite consists of, known before anything is started.
 *
 * @param name as the command line has it
 * @param purpose one line for {@code --list}
 * @param cases in the order they run
 * @param parties in the order they run and are shown
 * @param metrics in the order they are shown
 * @param reference name of the party that ratios refer to
 * @param packages Debian packages the suite needs whoever takes part
 */
public record Programme(
        String name,
        String purpose,
        List<Case> cases,
        List<Party> parties,
        List<Metric> metrics,
        String reference,
        Set<String> packages) {}
