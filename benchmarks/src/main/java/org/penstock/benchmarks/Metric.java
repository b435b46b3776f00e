package org.penstock.benchmarks;

/**
 * One figure a run gives.
 *
 * @param name with its unit, such as {@code p99_ms}
 * @param decimals shown in tables
 */
public record Metric(String name, int decimals) {
    @Override
    public String toString() {
        return name;
    }
}
