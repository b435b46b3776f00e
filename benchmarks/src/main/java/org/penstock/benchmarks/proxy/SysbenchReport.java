package org.penstock.benchmarks.proxy;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.penstock.benchmarks.WorkNotDone;

/**
 * What sysbench 1.0 writes at the end of a run.
 *
 * @param queries that were answered
 * @param queriesPerSecond as sysbench works it out, over the time its threads ran
 * @param p99Millis from sysbench's histogram, whose steps are about 2 % wide
 * @param ignoredErrors errors it swallowed
 * @param reconnects connections it lost and opened again
 */
record SysbenchReport(long queries, double queriesPerSecond, double p99Millis, long ignoredErrors, long reconnects) {
    private static final Pattern QUERIES = line("queries", "(\\d+)\\s+\\(([\\d.]+) per sec\\.\\)");
    private static final Pattern P99 = line("99th percentile", "([\\d.]+)");
    private static final Pattern IGNORED = line("ignored errors", "(\\d+)\\b.*");
    private static final Pattern RECONNECTS = line("reconnects", "(\\d+)\\b.*");

    private static Pattern line(String name, String value) {
        return Pattern.compile("^\\s*" + name + ":\\s+" + value + "\\s*$", Pattern.MULTILINE);
    }

    /**
     * @throws WorkNotDone when it is not the report of a whole run
     */
    static SysbenchReport parse(String output) throws WorkNotDone {
        Matcher queries = find(QUERIES, output, "queries");
        return new SysbenchReport(
                Long.parseLong(queries.group(1)),
                Double.parseDouble(queries.group(2)),
                Double.parseDouble(find(P99, output, "99th percentile").group(1)),
                Long.parseLong(find(IGNORED, output, "ignored errors").group(1)),
                Long.parseLong(find(RECONNECTS, output, "reconnects").group(1)));
    }

    private static Matcher find(Pattern pattern, String output, String what) throws WorkNotDone {
        Matcher matcher = pattern.matcher(output);
        if (!matcher.find()) {
            throw new WorkNotDone("sysbench's report has no '" + what + "'");
        }
        return matcher;
    }
}
