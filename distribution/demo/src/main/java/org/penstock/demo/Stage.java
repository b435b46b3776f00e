package org.penstock.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.penstock.demo.mariadb.MariaDbServer;
import org.penstock.demo.penstock.PenstockInstance;
import org.penstock.demo.penstock.PortTaken;
import org.penstock.demo.process.Ports;
import org.penstock.demo.process.TemporaryFolder;

/**
 * A MariaDB, and a Penstock with one proxy in front of it, in a temporary folder.
 *
 * @param folder for everything that is written
 * @param port the proxy's
 */
record Stage(TemporaryFolder folder, MariaDbServer server, PenstockInstance penstock, int port) {
    /** The port that people expect the proxy at: the first behind MySQL's own. */
    static final int USUAL_PORT = 3307;

    /** The journal of a short load, MariaDB's data and its redo log. */
    private static final long NEEDED_BYTES = 2L << 30;

    /** Starts all of it; what is started is in {@code cleanup} at once. */
    static Stage set(Path home, Path programs, Ports.Choice proxyPort, Cleanup cleanup)
            throws IOException, InterruptedException {
        requireDistribution(home);
        TemporaryFolder folder = TemporaryFolder.create("penstock-demo-");
        cleanup.add(folder, folder::close);
        requireRoom(folder.path());
        Say.it("starting MariaDB 11.4.5");
        MariaDbServer server = MariaDbServer.start(programs, folder.path().resolve("mariadb.log"), List.of());
        cleanup.add(server, server::close);
        Say.it("starting Penstock");
        while (true) {
            int port = proxyPort.choose();
            try {
                PenstockInstance penstock =
                        PenstockInstance.start(home, folder.path().resolve("penstock"), proxy(port, server.port()));
                cleanup.add(penstock, penstock::close);
                return new Stage(folder, server, penstock, port);
            } catch (PortTaken e) {
                // by another demo, for example, that has looked when this one has: on to the next one
                Say.it("port " + port + " was taken meanwhile");
            }
        }
    }

    private static String proxy(int port, int serverPort) {
        return String.format(Locale.ROOT, """
                # Made by the demo; docs/operating.md says what each means
                listen = 127.0.0.1:%d
                backend = 127.0.0.1:%d
                protocol = mysql
                transport = nio
                recorder = journal
                record.level = full
                record.overload = block
                """, port, serverPort);
    }

    private static void requireDistribution(Path home) throws IOException {
        if (!Files.isExecutable(home.resolve("bin/penstock"))) {
            throw new IOException(
                    "no Penstock in " + home.toAbsolutePath() + ": --home names its distribution's folder");
        }
    }

    private static void requireRoom(Path folder) throws IOException {
        long room = folder.toFile().getUsableSpace();
        boolean known = folder.toFile().getTotalSpace() > 0; // some file systems do not say
        if (known && room < NEEDED_BYTES) {
            throw new IOException("needs " + (NEEDED_BYTES >> 20) + " MiB of disk in " + folder.getParent() + ", "
                    + (room >> 20) + " MiB are free; TMPDIR names another place");
        }
    }
}
