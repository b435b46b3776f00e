package org.penstock.demo.verify;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.penstock.demo.cli.Options;
import org.penstock.demo.ledger.Ledger;
import org.penstock.demo.operator.SwapLog;
import org.penstock.journal.api.Start;
import org.penstock.journal.core.JournalDirectory;
import org.penstock.recorder.api.RecordCursor;
import org.penstock.recorder.journal.RecordedCursor;

/**
 * The verifier: compares the clients' ledgers with a journal on disk, whether or not Penstock still runs. Ends with 0 where
 * nothing is wrong, 1 where something is, 2 where it could not compare.
 */
public final class Verify {
    private static final String USAGE = """
            usage: verify --ledgers DIR --journal DIR [--swaps FILE] [--wait SECONDS] [--json]
            """;

    private Verify() {}

    public static void main(String[] arguments) {
        System.exit(run(arguments, System.out, System.err));
    }

    /** What programs get where nothing could be compared. */
    public static String refusal(String reason) {
        return Report.refusal(reason);
    }

    static int run(String[] arguments, PrintStream out, PrintStream err) {
        String problem;
        try {
            Options options =
                    Options.parse(arguments, List.of("--json"), List.of("--ledgers", "--journal", "--swaps", "--wait"));
            Report report = verify(options);
            if (options.has("--json")) {
                err.print(report.table());
                out.println(report.json());
            } else {
                out.print(report.table());
            }
            return report.passed() ? 0 : 1;
        } catch (IllegalArgumentException e) {
            problem = e.getMessage();
            err.print("verify: " + problem + "\n" + USAGE);
        } catch (IOException e) {
            problem = e.toString();
            err.println("verify: " + problem);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            problem = "interrupted";
        }
        if (List.of(arguments).contains("--json")) {
            out.println(refusal(problem));
        }
        return 2;
    }

    private static Report verify(Options options) throws IOException, InterruptedException {
        List<Ledger> ledgers = Ledger.readAll(folder(options, "--ledgers"));
        SwapLog swaps = options.value("--swaps").isPresent()
                ? SwapLog.read(Path.of(options.required("--swaps")))
                : new SwapLog(0, List.of());
        Duration patience = Duration.ofSeconds(options.number("--wait", 0, 0, 3600));
        try (RecordCursor record =
                new RecordedCursor(JournalDirectory.read(folder(options, "--journal"), new Start.Oldest()))) {
            return new Verification(ledgers, swaps).run(record, patience);
        }
    }

    private static Path folder(Options options, String name) {
        Path folder = Path.of(options.required(name));
        if (!Files.isDirectory(folder)) {
            throw new IllegalArgumentException(name + ": no such folder: " + folder);
        }
        return folder;
    }
}
