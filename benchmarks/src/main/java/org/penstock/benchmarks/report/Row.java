package org.penstock.benchmarks.report;

import org.penstock.benchmarks.Case;
import org.penstock.benchmarks.Metric;
import org.penstock.benchmarks.Party;

/** One line of a report: what a party's rounds gave under one load, in one metric. */
public record Row(Case load, Party party, Metric metric, Summary summary) {}
