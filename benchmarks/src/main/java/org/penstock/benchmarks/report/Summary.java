package org.penstock.benchmarks.report;

import java.util.Collection;

/**
 * The rounds of one party, case and metric in three figures.
 *
 * @param median the middle value, or the mean of the two in the middle
 * @param min the smallest
 * @param max the largest
 */
public record Summary(double median, double min, double max) {
    public static Summary of(Collection<Double> values) {
        double[] sorted =
                values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        if (sorted.length == 0) {
            throw new IllegalArgumentException("no values");
        }
        int middle = sorted.length / 2;
        double median = sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
        return new Summary(median, sorted[0], sorted[sorted.length - 1]);
    }
}
