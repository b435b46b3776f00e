package org.penstock.benchmarks.proxy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.penstock.benchmarks.WorkNotDone;

class SysbenchReportTest {
    /** As sysbench 1.0.20 wrote it. */
    private static final String OUTPUT = """
            sysbench 1.0.20 (using system LuaJIT 2.1.0-beta3)

            Running the test with following options:
            Number of threads: 20
            Initializing random number generator from current time


            Initializing worker threads...

            Threads started!

            SQL statistics:
                queries performed:
                    read:                            106312
                    write:                           0
                    other:                           0
                    total:                           106312
                transactions:                        106312 (35308.73 per sec.)
                queries:                             106312 (35308.73 per sec.)
                ignored errors:                      0      (0.00 per sec.)
                reconnects:                          2      (0.66 per sec.)

            General statistics:
                total time:                          3.0100s
                total number of events:              106312

            Latency (ms):
                     min:                                    0.03
                     avg:                                    0.56
                     max:                                  191.47
                     99th percentile:                        2.91
                     sum:                                59997.38

            Threads fairness:
                events (avg/stddev):           5315.6000/833.97
                execution time (avg/stddev):   2.9999/0.00
            """;

    @Test
    void theFiguresAreFound() throws WorkNotDone {
        assertEquals(new SysbenchReport(106_312, 35_308.73, 2.91, 0, 2), SysbenchReport.parse(OUTPUT));
    }

    @Test
    void aReportThatIsCutOffIsRefused() {
        String cut = OUTPUT.substring(0, OUTPUT.indexOf("99th"));
        assertEquals(
                "sysbench's report has no '99th percentile'",
                assertThrows(WorkNotDone.class, () -> SysbenchReport.parse(cut)).getMessage());
    }

    @Test
    void aRunThatFailedHasNoReport() {
        String fatal = "FATAL: mysql_drv_query() returned error 2013 (Lost connection to server during query)\n";
        assertThrows(WorkNotDone.class, () -> SysbenchReport.parse(fatal));
    }
}
