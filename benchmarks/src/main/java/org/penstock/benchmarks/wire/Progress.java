package org.penstock.benchmarks.wire;

/**
 * How both directions of a connection got on at the same time.
 *
 * @param p50Nanos from when a message of {@link DueOutput} was due to its arrival, median
 * @param p99Nanos 99th percentile
 * @param maxNanos the longest
 * @param decodedPerSecond messages of {@link CostlyInput} meanwhile
 * @param decoded all of them, also before and after
 */
public record Progress(long p50Nanos, long p99Nanos, long maxNanos, double decodedPerSecond, long decoded) {}
