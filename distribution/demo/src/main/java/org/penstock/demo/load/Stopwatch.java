package org.penstock.demo.load;

/** When something began, and how long it has taken until now. */
final class Stopwatch {
    private final long beganEpochNanos = Clock.epochNanos();
    private final long began = System.nanoTime();

    long beganEpochNanos() {
        return beganEpochNanos;
    }

    long nanos() {
        return System.nanoTime() - began;
    }
}
