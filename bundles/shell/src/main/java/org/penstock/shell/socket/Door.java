package org.penstock.shell.socket;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.penstock.log.support.Reason;
import org.penstock.log.support.Spell;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A control socket that is open, and the thread that accepts clients there until it is closed. */
final class Door {
    private static final Logger LOG = LoggerFactory.getLogger(Door.class);

    /** Whoever takes clients in; the channel is then theirs. */
    interface Host {
        /** @throws IOException it cannot be served, or not be told so */
        void admit(SocketChannel client) throws IOException;
    }

    private final SocketFile file;
    private final Host host;
    private final Spell shut = new Spell(Spell.CALM, System::nanoTime, this::acceptsAgain);
    private final Thread acceptor = new Thread(this::accept, "penstock-shell-accept");

    private Door(SocketFile file, Host host) {
        this.file = file;
        this.host = host;
        acceptor.setDaemon(true);
    }

    /** As {@link SocketFile#open}; clients are taken in from now on. */
    static Door open(Path path, Host host) throws IOException {
        SocketFile file = SocketFile.open(path);
        Door door = new Door(file, host);
        try {
            door.acceptor.start();
        } catch (OutOfMemoryError e) {
            file.close();
            throw new IOException("no thread to accept with: " + Reason.of(e), e);
        }
        return door;
    }

    private void accept() {
        while (file.isOpen()) {
            try {
                host.admit(file.accept());
                shut.passed();
            } catch (IOException | OutOfMemoryError e) {
                // out of descriptors or threads: there may be some again
                if (file.isOpen()) {
                    if (shut.met()) {
                        LOG.warn(
                                "control socket accepts nobody for the moment path={} reason=\"{}\" then=\"clients"
                                        + " wait\"",
                                file.path(),
                                Reason.of(e));
                    }
                    pause();
                }
            }
        }
    }

    /** Found by the first client that comes after a while without trouble. */
    private void acceptsAgain(Spell.Past past) {
        LOG.info("control socket accepts again path={} after=\"{}\"", file.path(), past.length());
    }

    /** Out of descriptors, most likely: trying again at once would only burn the processor. */
    private static void pause() {
        try {
            Thread.sleep(100);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** As the system has it. */
    Path path() {
        return file.path();
    }

    /** Whether that is its path, too, however it is spelled. */
    boolean isAt(Path other) {
        return file.isAt(other);
    }

    /** Takes nobody in any more, and removes the file. Who came in stays. */
    void close() {
        try {
            file.close();
        } catch (IOException e) {
            LOG.warn(
                    "control socket not removed path={} reason=\"{}\" then=\"the next start replaces it\"",
                    file.path(),
                    Reason.of(e));
        }
    }

    /** Whether it is closed, and its thread is gone. */
    boolean isOver() {
        return !file.isOpen() && !acceptor.isAlive();
    }

    /** Waits until its thread is gone, until then at most. */
    void awaitEnd(long deadlineNanos) throws InterruptedException {
        acceptor.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(deadlineNanos - System.nanoTime())));
    }
}
