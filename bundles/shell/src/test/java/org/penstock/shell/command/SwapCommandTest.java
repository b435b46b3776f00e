package org.penstock.shell.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.penstock.proxy.api.MoveReport;
import org.penstock.proxy.api.ServiceStatus.Family;
import org.penstock.proxy.api.SwapPlan;
import org.penstock.proxy.api.SwapReport;
import org.penstock.proxy.api.SwapRequest;
import org.penstock.proxy.api.Swaps;

class SwapCommandTest {
    private final List<SwapRequest> planned = new ArrayList<>();
    private final List<SwapRequest> swapped = new ArrayList<>();
    private SwapPlan plan = new SwapPlan(List.of("move a", "remember it"), 3, Optional.empty());
    private SwapReport report = new SwapReport(
            true, List.of(new MoveReport("a", "nio", "bio", true, 3, 0, 0, 44_000_000, 1_200_000, "")), 50_000_000, "");
    private final SwapCommand command = new SwapCommand();
    private final GogoShell shell = new GogoShell(command);

    @BeforeEach
    void inService() {
        command.swaps = new Swaps() {
            @Override
            public SwapPlan plan(SwapRequest request) {
                planned.add(request);
                return plan;
            }

            @Override
            public SwapReport swap(SwapRequest request) {
                swapped.add(request);
                return report;
            }

            @Override
            public List<String> remembered() {
                return List.of();
            }
        };
    }

    @Test
    void thePlanIsShownThenTheOutcomeWithCounts() throws Exception {
        GogoShell.Answer answer = shell.run("swap transport bio --proxy a");
        assertEquals(0, answer.status());
        assertEquals(List.of(new SwapRequest(Family.TRANSPORT, "bio", Optional.of("a"))), swapped);
        assertEquals("""
                plan 1. move a
                plan 2. remember it
                PROXY  FROM  TO   DONE  MOVED  RETURNED  LOST   TOOK  LONGEST PAUSE  PROBLEM
                a      nio   bio  yes       3         0     0  44 ms         1.2 ms  -
                done in 50 ms
                """, answer.out());
    }

    @Test
    void aPlanAloneChangesNothing() throws Exception {
        assertEquals(
                "plan 1. move a\nplan 2. remember it\n",
                shell.run("swap transport bio --plan").out());
        String json = shell.run("swap transport bio --plan --json").out();
        assertEquals(
                "{\"possible\": true, \"steps\": [\"move a\", \"remember it\"], \"sessions\": 3, \"obstacle\": \"\"}\n",
                json);
        assertEquals(List.of(), swapped);
    }

    @Test
    void anObstacleEndsItBeforeItBegins() throws Exception {
        plan = new SwapPlan(List.of(), 0, Optional.of("transport aio is not in service"));
        GogoShell.Answer answer = shell.run("swap transport aio");
        assertEquals(1, answer.status());
        assertEquals("swap: not done: transport aio is not in service\n", answer.err());
        assertEquals(List.of(), swapped);
        assertEquals(1, shell.run("swap transport aio --plan").status());
    }

    @Test
    void whatWasNotDoneHasAStatusAndAReason() throws Exception {
        report = new SwapReport(
                false, List.of(new MoveReport("a", "nio", "nio", false, 0, 3, 0, 9, 1, "no room")), 10, "a: no room");
        GogoShell.Answer answer = shell.run("swap transport bio");
        assertEquals(1, answer.status());
        assertTrue(answer.out().contains("no room"), answer.out());
        assertEquals("swap: not done: a: no room\n", answer.err());
    }

    @Test
    void asJsonThereIsTheReportEvenWhereItWasNotDone() throws Exception {
        report = new SwapReport(false, List.of(), 10, "a: no room");
        GogoShell.Answer answer = shell.run("swap transport bio --json");
        assertEquals(1, answer.status());
        assertEquals("{\"done\": false, \"problem\": \"a: no room\", \"took_ns\": 10, \"moves\": []}\n", answer.out());
    }

    @Test
    void doneButNotRememberedIsDoneWithACaution() throws Exception {
        report = new SwapReport(true, List.of(), 50_000_000, "not remembered over a restart: disk full");
        GogoShell.Answer answer = shell.run("swap transport bio");
        assertEquals(0, answer.status());
        assertTrue(answer.out().endsWith("done in 50 ms; not remembered over a restart: disk full\n"), answer.out());
    }

    @Test
    void helpAsTheFirstArgumentNeverSwaps() throws Exception {
        assertTrue(shell.run("swap --help transport bio").out().contains("penstock:swap FAMILY NAME"));
        assertEquals(List.of(), planned);
        assertEquals(List.of(), swapped);
    }

    @Test
    void wrongCallsSwapNothing() throws Exception {
        assertEquals(
                "swap: unknown family \"transprot\"; there are: transport, codec, recorder\n",
                shell.run("swap transprot bio").err());
        for (String line : List.of("swap", "swap transport", "swap transport bio now", "swap transport bio --force")) {
            assertEquals(2, shell.run(line).status(), line);
        }
        assertEquals(List.of(), swapped);
    }
}
