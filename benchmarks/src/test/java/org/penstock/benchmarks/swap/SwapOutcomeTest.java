package org.penstock.benchmarks.swap;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class SwapOutcomeTest {
    @Test
    void theFieldsAreFound() {
        assertEquals(new SwapOutcome(true, 200, 1, "careful"), SwapOutcome.parse("""
                {"done":true,"problem":"careful","took_ns":1,"moves":[{"proxy":"bench","from":"nio","to":"bio",
                "done":true,"moved":200,"returned":0,"lost":1,"took_ns":2,"longest_pause_ns":3,"problem":""}]}
                """));
    }

    @Test
    void anErrorOfTheShellIsASwapThatWasNotDone() {
        assertEquals(
                new SwapOutcome(false, 0, 0, "penstock: swap: no transport aio"),
                SwapOutcome.parse("penstock: swap: no transport aio\n"));
    }
}
