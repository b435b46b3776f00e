package org.penstock.proxy.keeper;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Keeps listening sockets open from start to stop, and sessions while the proxy's core is away.
 *
 * <p>Threads: any thread may call; no call blocks.
 */
@ProviderType
public interface Keeper {
    /**
     * The listening socket at an address: opened at the first call, the same one afterwards. Non-blocking; the caller
     * accepts from it, one at a time, and never closes it.
     *
     * @throws IOException it cannot be opened, because the port is taken for example; or the keeper has been stopped
     */
    ServerSocketChannel listen(InetSocketAddress address) throws IOException;

    /** Where it listens. */
    Set<InetSocketAddress> listening();

    /** Closes the listening socket at an address, where there is one; clients that were waiting are refused. */
    void unlisten(InetSocketAddress address);

    /**
     * Keeps a session until it is taken, or closes it: after {@code timeoutNanos}, within a second; or when the keeper
     * stops; at once where it has been stopped. Closing one tells its client, closes its sockets and gives its buffers
     * back.
     */
    void park(ParkedSession session, long timeoutNanos);

    /** Gives up every session kept for a proxy, to the caller, in the order they were parked. */
    List<ParkedSession> take(String proxy);

    /**
     * What is left of the proxy's sessions that were closed, by this keeper or one before it, each once, so that their
     * records are ended. Of many that nobody takes only the last ones are there.
     *
     * <p>Until it is {@linkplain #forgetClosed told} that they are, the keeper remembers them, also over a crash of the
     * process: then they are given again. A session of the same number that is closed later takes the place of the earlier.
     */
    List<ClosedSession> takeClosed(String proxy);

    /** The records of the sessions of these numbers are ended, or never will be: nothing is remembered of them any more. */
    void forgetClosed(Collection<Long> sessions);

    /**
     * Keeps a note of a core about a proxy, in its own versioned encoding, until the next one takes it; in place of the one
     * before. It ends with the keeper.
     */
    void keepNote(String proxy, byte[] note);

    /** Gives up the note about a proxy; empty: there is none. */
    Optional<byte[]> takeNote(String proxy);

    /** Sessions kept now, and those closed because nobody took them in time. */
    ParkCounts parked();

    /** A number no session has had before, in this process or an earlier one; grows; at most 2^53. */
    long nextSession();

    /**
     * How many sessions are, and were, kept.
     *
     * @param now kept now
     * @param taken given up to a core again
     * @param expired closed because nobody took them in time
     */
    record ParkCounts(int now, long taken, long expired) {}
}
