package org.penstock.shell.client;

import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * {@code SOCKET [--prompt TEXT] [COMMAND…]}: one command with its exit status, or, without one, the lines of standard
 * input.
 */
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        System.exit(status(List.of(args)));
    }

    private static int status(List<String> args) {
        PrintStream out = stream(FileDescriptor.out);
        PrintStream err = stream(FileDescriptor.err);
        if (args.isEmpty()) {
            err.println("usage: SOCKET [--prompt TEXT] [COMMAND…]");
            return 2;
        }
        boolean prompts = args.size() > 2 && args.get(1).equals("--prompt");
        String prompt = prompts ? args.get(2) : "";
        List<String> command = args.subList(prompts ? 3 : 1, args.size());
        try (LineShell shell = new LineShell(Path.of(args.get(0)), out, err)) {
            Interrupt.call(() -> leave(shell, !prompt.isEmpty() && command.isEmpty()));
            return command.isEmpty()
                    ? shell.converse(
                            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)), prompt)
                    : shell.run(CommandLine.of(command));
        } catch (IOException | IllegalArgumentException e) {
            err.println("penstock: " + e.getMessage());
            return 1;
        }
    }

    /** Where a user types, Ctrl-C ends the command and not the shell. */
    private static void leave(LineShell shell, boolean stays) {
        if (!shell.interrupt() || !stays) {
            Runtime.getRuntime().halt(LineShell.INTERRUPTED);
        }
    }

    private static PrintStream stream(FileDescriptor fd) {
        return new PrintStream(new FileOutputStream(fd), false, StandardCharsets.UTF_8);
    }
}
