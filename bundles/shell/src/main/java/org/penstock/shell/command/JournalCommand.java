package org.penstock.shell.command;

import java.io.PrintStream;
import java.util.Arrays;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Descriptor;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.penstock.journal.api.Journal;
import org.penstock.journal.api.JournalInfo;
import org.penstock.recorder.api.RecordLog;

/** {@code penstock:journal}, with what to do as its first argument. */
@Component(
        service = JournalCommand.class,
        immediate = true,
        property = {"osgi.command.scope=penstock", "osgi.command.function=journal"})
public final class JournalCommand {
    private static final Usage INFO = Usage.of("journal info", "Shows where the journal stands.")
            .flag("--json", "one JSON object, sizes in bytes");

    @Reference(cardinality = ReferenceCardinality.OPTIONAL, policy = ReferencePolicy.DYNAMIC)
    volatile Journal journal;

    @Reference(cardinality = ReferenceCardinality.OPTIONAL, policy = ReferencePolicy.DYNAMIC)
    volatile RecordLog log;

    private volatile boolean stopped;

    /** Ends what still reads. */
    @Deactivate
    void deactivate() {
        stopped = true;
    }

    @Descriptor("shows, verifies and reads the journal")
    public void journal(
            CommandSession session, @Descriptor("info | verify | tail, and its options; see --help") String... args)
            throws Exception {
        PrintStream out = Console.of(session);
        String verb = args.length == 0 ? "--help" : args[0];
        String[] rest = args.length == 0 ? args : Arrays.copyOfRange(args, 1, args.length);
        switch (verb) {
            case "--help", "-h" ->
                out.print(INFO.help() + "\n" + JournalVerify.USAGE.help() + "\n" + TailOptions.USAGE.help());
            case "info" -> info(INFO.read(rest), out);
            case "verify" -> verify(JournalVerify.USAGE.read(rest), session, out);
            case "tail" -> tail(TailOptions.USAGE.read(rest), session, out);
            default ->
                throw new IllegalArgumentException("journal: unknown \"" + verb + "\"; there are: info, verify, tail");
        }
        out.flush();
    }

    private Journal present() {
        return Service.present(journal, "the journal is", "journal-core");
    }

    private void info(Arguments given, PrintStream out) {
        if (given.help()) {
            out.print(INFO.help());
            return;
        }
        JournalInfo info = present().info();
        if (given.has("--json")) {
            out.println(Json.write(JournalInfoText.json(info)));
        } else {
            JournalInfoText.print(info, out);
        }
    }

    private void verify(Arguments given, CommandSession session, PrintStream out) throws Exception {
        if (given.help()) {
            out.print(JournalVerify.USAGE.help());
            return;
        }
        JournalVerify verify = new JournalVerify(present(), given.has("--json"), out);
        run(session, verify::run);
    }

    private void tail(Arguments given, CommandSession session, PrintStream out) throws Exception {
        if (given.help()) {
            out.print(TailOptions.USAGE.help());
            return;
        }
        TailOptions options = TailOptions.of(given);
        RecordLog records = Service.present(log, "kept records are", "recorder-journal");
        Journal kept = journal;
        JournalTail tail = new JournalTail(records, kept == null ? null : kept.info(), options, out);
        run(session, tail::run);
    }

    private void run(CommandSession session, Undisturbed.Body body) throws Exception {
        var deaf = Console.deaf(session);
        Undisturbed.run("journal", () -> stopped || deaf.getAsBoolean(), body);
    }
}
