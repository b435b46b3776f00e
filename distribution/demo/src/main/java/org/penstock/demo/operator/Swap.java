package org.penstock.demo.operator;

/**
 * One change of the running system, as the operator saw it.
 *
 * @param name what was changed
 * @param beganNanos when it was asked for, in nanoseconds since the epoch
 * @param nanos until it was done
 * @param problem empty where it is done and seen to be; else one line
 */
public record Swap(String name, long beganNanos, long nanos, String problem) {
    public Swap {
        problem = problem.strip().replaceAll("\\s+", " ");
    }

    public boolean done() {
        return problem.isEmpty();
    }
}
