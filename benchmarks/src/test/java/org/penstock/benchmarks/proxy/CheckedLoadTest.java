package org.penstock.benchmarks.proxy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.penstock.benchmarks.WorkNotDone;
import org.penstock.benchmarks.proxy.ServerCounters.Counts;

class CheckedLoadTest {
    @Test
    void equalCountsPass() throws WorkNotDone {
        CheckedLoad.check(report(100, 0, 0), new Counts(1100, 7, 3).since(new Counts(1000, 7, 3)));
    }

    @Test
    void aLostQueryFails() {
        assertEquals(
                "sysbench counts 100 queries answered, the server 99 selects run",
                failure(report(100, 0, 0), new Counts(99, 0, 0)));
    }

    @Test
    void aDoubledQueryFails() {
        assertEquals(
                "sysbench counts 100 queries answered, the server 101 selects run",
                failure(report(100, 0, 0), new Counts(101, 0, 0)));
    }

    @Test
    void errorsAndLostConnectionsFail() {
        assertEquals("sysbench saw 1 errors and 0 lost connections", failure(report(100, 1, 0), new Counts(100, 0, 0)));
        assertEquals("sysbench saw 0 errors and 2 lost connections", failure(report(100, 0, 2), new Counts(100, 0, 0)));
    }

    @Test
    void nothingDoneFails() {
        assertEquals("not one query was answered", failure(report(0, 0, 0), new Counts(0, 0, 0)));
    }

    @Test
    void preparedStatementsAndTlsAreAnotherLoad() {
        failure(report(100, 0, 0), new Counts(100, 100, 0));
        failure(report(100, 0, 0), new Counts(100, 0, 20));
    }

    private static SysbenchReport report(long queries, long errors, long reconnects) {
        return new SysbenchReport(queries, 1000, 1, errors, reconnects);
    }

    private static String failure(SysbenchReport report, Counts counted) {
        return assertThrows(WorkNotDone.class, () -> CheckedLoad.check(report, counted))
                .getMessage();
    }
}
