package org.penstock.shell.command;

import java.io.PrintStream;
import java.util.function.BooleanSupplier;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Process;

/**
 * Where a command prints: the end of the pipe it is in, so that {@code sessions | grep 10.0.0.7} works, else the session's
 * console.
 */
final class Console {
    private Console() {}

    static PrintStream of(CommandSession session) {
        Process process = Process.Utils.current();
        return process == null || process.out() == null ? session.getConsole() : process.out();
    }

    /** Whether nobody reads any more what a command prints; asked by those that run until then. */
    static BooleanSupplier deaf(CommandSession session) {
        PrintStream out = of(session);
        PrintStream console = session.getConsole();
        // a pipe's stream only knows once it is written to; the console also when it is flushed
        return () -> out.checkError() || console.checkError();
    }
}
