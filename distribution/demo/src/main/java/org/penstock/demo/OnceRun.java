package org.penstock.demo;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.penstock.demo.load.Load;
import org.penstock.demo.operator.Shift;
import org.penstock.demo.operator.Swap;
import org.penstock.demo.process.Ports;
import org.penstock.demo.verify.Verify;

/** The unattended run: a load, an operator who exchanges parts under it, and then a verifier in a process of its own. */
final class OnceRun {
    /**
     * What to do.
     *
     * @param seed makes the clients' deeds the same again
     * @param keep leaves what was written where it is, also when all is well
     */
    record Plan(Path home, Path programs, int clients, Duration time, long seed, boolean keep, boolean json) {}

    private final Plan plan;

    OnceRun(Plan plan) {
        this.plan = plan;
    }

    /** Answers the verifier's exit status. */
    int run() throws IOException, InterruptedException, SQLException {
        try (Cleanup cleanup = new Cleanup()) {
            // Not the usual port: clients of others must not come here, they would be nobody's in the record.
            Stage stage = Stage.set(plan.home(), plan.programs(), Ports::free, cleanup);
            Path ledgers = stage.folder().path().resolve("ledgers");
            Path swaps = stage.folder().path().resolve("swaps");
            Load load = Load.start(new Load.Plan(
                    stage.port(), stage.server().port(), plan.clients(), plan.time(), ledgers, plan.seed()));
            cleanup.add(load, load::stop);
            Say.it(plan.clients() + " clients work for " + plan.time().toSeconds() + " s on port " + stage.port());
            new Shift(stage.penstock().operator(), swaps, swap -> tell(swap, cleanup))
                    .run(load.startNanos(), plan.time());
            load.await();
            if (!stage.penstock().alive()) {
                Say.it("Penstock has ended by itself; see " + stage.folder().path());
            }
            Say.it("stopping Penstock");
            stage.penstock().close();
            Say.it("comparing what the clients wrote down with the journal");
            int status = verify(ledgers, stage.penstock().journal(), swaps);
            if (plan.keep() || status != 0) {
                stage.folder().keep();
                Say.it("all that was written is in " + stage.folder().path());
            }
            return status;
        }
    }

    private static void tell(Swap swap, Cleanup cleanup) {
        if (!cleanup.closing()) {
            Say.it(String.format(
                    Locale.ROOT,
                    "%s: %s in %.0f ms",
                    swap.name(),
                    swap.done() ? "done" : "NOT DONE: " + swap.problem(),
                    swap.nanos() / 1e6));
        }
    }

    private int verify(Path ledgers, Path journal, Path swaps) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Verify.class.getName(),
                "--ledgers=" + ledgers,
                "--journal=" + journal,
                "--swaps=" + swaps));
        if (plan.json()) {
            command.add("--json");
        }
        return new ProcessBuilder(command).inheritIO().start().waitFor();
    }
}
