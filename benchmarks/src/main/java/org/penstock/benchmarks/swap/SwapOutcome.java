package org.penstock.benchmarks.swap;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What Penstock says of a swap of its one proxy: the fields of {@code penstock:swap … --json} that matter here.
 *
 * @param done whether the proxy uses the new transport now
 * @param moved sessions that were moved
 * @param lost sessions that were not there any more afterwards
 * @param problem why not, or what else is to be said; may be empty
 */
record SwapOutcome(boolean done, int moved, int lost, String problem) {
    private static final Pattern DONE = Pattern.compile("\"done\"\\s*:\\s*(true|false)");
    private static final Pattern MOVED = Pattern.compile("\"moved\"\\s*:\\s*(\\d+)");
    private static final Pattern LOST = Pattern.compile("\"lost\"\\s*:\\s*(\\d+)");
    private static final Pattern PROBLEM = Pattern.compile("\"problem\"\\s*:\\s*\"([^\"]*)\"");

    /** What has none of the fields is an error of the shell, and no swap was done. */
    static SwapOutcome parse(String answer) {
        return new SwapOutcome(
                find(DONE, answer, "false").equals("true"),
                Integer.parseInt(find(MOVED, answer, "0")),
                Integer.parseInt(find(LOST, answer, "0")),
                find(PROBLEM, answer, answer.strip()));
    }

    private static String find(Pattern pattern, String answer, String otherwise) {
        Matcher matcher = pattern.matcher(answer);
        return matcher.find() ? matcher.group(1) : otherwise;
    }
}
