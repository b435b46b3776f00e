package org.penstock.journal.core;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.penstock.journal.api.AppendListener;
import org.penstock.journal.api.Appender;
import org.penstock.journal.api.Durability;
import org.penstock.journal.storage.nio.NioStorage;

/**
 * A process that appends until it is killed. Says on its standard output what was acknowledged, before anything else can
 * happen: lines of writer and number of records.
 */
final class CrashingWriter {
    static final String READY = "ready";
    private static final int LONGEST = 2_000;

    private CrashingWriter() {}

    /** Arguments: directory, run, writers. */
    public static void main(String[] args) throws IOException {
        JournalConfig config =
                new JournalConfig(Path.of(args[0]), "nio", 256 << 10, 1 << 18, Opened.ALL, OnFailure.ROLL);
        int run = Integer.parseInt(args[1]);
        OpenJournal journal = OpenJournal.open(config, Clocks.system());
        journal.attach("nio", new NioStorage());
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), false, StandardCharsets.US_ASCII);
        say(out, READY);
        for (int i = 0; i < Integer.parseInt(args[2]); i++) {
            int writer = i;
            new Thread(() -> append(journal, run, writer, out)).start();
        }
    }

    private static void say(PrintStream out, String line) {
        byte[] bytes = (line + "\n").getBytes(StandardCharsets.US_ASCII);
        synchronized (out) {
            out.write(bytes, 0, bytes.length); // one write of the system's: a line is there whole or not at all
            out.flush();
        }
    }

    private static void append(OpenJournal journal, int run, int writer, PrintStream out) {
        Appender appender = journal.appender(new AppendListener() {
            @Override
            public void acknowledged(long records) {
                say(out, writer + " " + records);
            }

            @Override
            public void failed(long records, String why) {
                say(out, "failed " + why);
            }

            @Override
            public void space() {}
        });
        for (int n = 0; ; ) {
            Durability durability = n % 100 == 99 ? Durability.DISK : Durability.OS;
            ByteBuffer region = appender.tryClaim(writer + 1, length(run, writer, n), durability);
            if (region == null) {
                Thread.onSpinWait();
                continue;
            }
            region.putInt(run).putInt(n);
            while (region.hasRemaining()) {
                region.put(content(run, writer, n, region.position()));
            }
            appender.commit();
            n++;
        }
    }

    static int length(int run, int writer, int n) {
        return 8 + Math.floorMod((run * 31 + writer) * 31 + n * 7919, LONGEST);
    }

    static byte content(int run, int writer, int n, int at) {
        return (byte) (run * 7 + writer * 5 + n * 3 + at);
    }
}
