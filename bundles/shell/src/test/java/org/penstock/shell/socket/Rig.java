package org.penstock.shell.socket;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.felix.gogo.runtime.CommandProcessorImpl;
import org.apache.felix.service.command.CommandSession;
import org.penstock.shell.client.ShellClient;

/** A control socket in front of a real Gogo with a few commands, in a folder of its own. */
final class Rig implements AutoCloseable {
    /** Commands that do what tests need. */
    @SuppressWarnings("DoNotCallSuggester") // Gogo calls them
    public static final class Commands {
        private final Rig rig;

        Commands(Rig rig) {
            this.rig = rig;
        }

        /** Prints and returns. */
        public void echo(CommandSession session, String... words) {
            session.getConsole().println(String.join(" ", words));
        }

        /** Prints its arguments one a line. */
        public void words(CommandSession session, String... words) {
            for (String word : words) {
                session.getConsole().println("[" + word + "]");
            }
        }

        /** Prints so many bytes. */
        public void flood(CommandSession session, int bytes) {
            byte[] block = new byte[10_000];
            for (int i = 0; i < block.length; i++) {
                block[i] = (byte) ('a' + i % 26);
            }
            for (int left = bytes; left > 0; left -= block.length) {
                session.getConsole().write(block, 0, Math.min(left, block.length));
            }
        }

        /** Waits, printing nothing, until nobody listens. */
        public void follow(CommandSession session) throws InterruptedException {
            session.getConsole().println("following");
            while (!session.getConsole().checkError()) {
                Thread.sleep(5);
            }
            rig.followEnded.countDown();
        }

        /** Waits until the test lets it go on, whatever becomes of its client. */
        public String hold(CommandSession session) throws InterruptedException {
            session.getConsole().println("holding");
            if (!rig.goOn.await(20, TimeUnit.SECONDS)) {
                throw new IllegalStateException("nobody let it go on");
            }
            rig.held.countDown();
            return "held";
        }

        @SuppressWarnings("DoNotCallSuggester") // called by name
        public void misuse() {
            throw new IllegalArgumentException("called\n  wrongly");
        }

        @SuppressWarnings("DoNotCallSuggester") // called by name
        public void failing() {
            throw new IllegalStateException("not done");
        }

        @SuppressWarnings("DoNotCallSuggester") // called by name
        public void breaking() {
            throw new NoClassDefFoundError("org/example/Gone");
        }

        @SuppressWarnings("DoNotCallSuggester") // called by name
        public void wordless() {
            throw new NullPointerException();
        }

        public boolean yes() {
            return true;
        }

        public boolean no() {
            return false;
        }

        /** What an update of the shell's own bundle does first. */
        public void replace(CommandSession session) {
            rig.socket.deactivate();
            rig.socket = rig.open();
            session.getConsole().println("replaced");
        }
    }

    final CountDownLatch followEnded = new CountDownLatch(1);
    final CountDownLatch goOn = new CountDownLatch(1);
    final CountDownLatch held = new CountDownLatch(1);
    final Path path;
    private final CommandProcessorImpl processor = new CommandProcessorImpl(null);
    private final int clients;
    private volatile ControlSocket socket;

    Rig(Path path, int clients) {
        this.path = path;
        this.clients = clients;
        Commands commands = new Commands(this);
        Stream.of(
                        "echo",
                        "words",
                        "flood",
                        "follow",
                        "hold",
                        "misuse",
                        "failing",
                        "breaking",
                        "wordless",
                        "yes",
                        "no",
                        "replace")
                .forEach(name -> processor.addCommand("test", commands, name));
        processor.addConstant("ESC", "escape");
        socket = open();
    }

    private ControlSocket open() {
        return new ControlSocket(
                NoFramework.commands(),
                processor,
                Map.of("path", path.toString(), "clients.max", Integer.toString(clients)));
    }

    /** As the component runtime does after an edit. */
    void edit(Map<String, Object> properties) {
        socket.modified(properties);
    }

    /** Why it is not open; empty: it is. */
    String problem() {
        return socket.problem().orElse("");
    }

    ShellClient connect() throws IOException {
        return ShellClient.connect(path);
    }

    void deactivate() {
        socket.deactivate();
    }

    boolean isThere() {
        return Files.exists(path);
    }

    @Override
    public void close() {
        goOn.countDown();
        socket.deactivate();
    }

    /** Threads of control sockets that live now. */
    static long threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(t -> t.getName().startsWith("penstock-shell"))
                .count();
    }
}
