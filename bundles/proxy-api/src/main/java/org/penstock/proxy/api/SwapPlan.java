package org.penstock.proxy.api;

import java.util.List;
import java.util.Optional;

/**
 * What a swap would do.
 *
 * @param steps one line each, in order
 * @param sessions open sessions that would be moved
 * @param obstacle why it cannot be done: what, where, what is allowed; empty where it can
 */
public record SwapPlan(List<String> steps, long sessions, Optional<String> obstacle) {
    public SwapPlan {
        steps = List.copyOf(steps);
    }
}
