package org.penstock.benchmarks.proxies;

import java.io.IOException;
import java.time.Duration;
import org.penstock.benchmarks.WorkNotDone;
import org.penstock.benchmarks.host.ChildProcess;

/** A conversation with Penstock's shell: lines in, answers out. One thread. */
public final class PenstockShell {
    private static final Duration ANSWER = Duration.ofSeconds(60);
    private static final long POLL_MILLIS = 2;

    private final ChildProcess process;
    private int asked;

    PenstockShell(ChildProcess process) {
        this.process = process;
    }

    /**
     * Runs a line.
     *
     * @return all it printed, an error too
     */
    public String ask(String line) throws WorkNotDone, InterruptedException {
        int before = process.output().length();
        String end = "end-" + ++asked;
        try {
            process.tell(line + "\n" + "echo " + end + "\n");
        } catch (IOException e) {
            throw new WorkNotDone("Penstock's shell has ended" + process.lastWords());
        }
        long deadline = System.nanoTime() + ANSWER.toNanos();
        while (System.nanoTime() < deadline) {
            String answer = process.output().substring(before);
            int over = answer.indexOf(end + "\n");
            if (over >= 0) {
                return answer.substring(0, over);
            }
            Thread.sleep(POLL_MILLIS); // another process, which tells by a file
        }
        throw new WorkNotDone("Penstock's shell does not answer \"" + line + "\"" + process.lastWords());
    }
}
