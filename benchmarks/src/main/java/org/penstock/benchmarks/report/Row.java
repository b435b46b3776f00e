package org.penstock.benchmarks.report;

import java.util.Optional;
import org.penstock.benchmarks.Case;
import org.penstock.benchmarks.Metric;
import org.penstock.benchmarks.Party;

/**
 * One line of a report.
 *
 * @param load what the party was under
 * @param summary what its rounds gave
 * @param ratios of each round's value to the reference's in the same round; none where the reference had nothing at all,
 *     or they met in no round
 */
public record Row(Case load, Party party, Metric metric, Summary summary, Optional<Summary> ratios) {}
