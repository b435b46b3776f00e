package org.penstock.transport.api;

import java.net.InetSocketAddress;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * A serial scope of execution: the callbacks of all its connections, its tasks and its timers never overlap, and each
 * sees what the one before it wrote. Both connections of a proxied session share one strand, so that the code above
 * needs no lock.
 *
 * <p>Threads: {@link #execute} and {@link #close} from any thread; all else on the strand.
 *
 * <p>Errors: what a task, timer or callback throws is logged, and ends nothing but itself; where it came from a
 * connection's handler, that connection closes with {@link CloseReason.Kind#FAILED}.
 */
@ConsumerType
public interface Strand extends Executor {
    /**
     * Runs a task on the strand after those given before it; wakes the strand where it sleeps. Never runs it at once,
     * even when called on the strand.
     *
     * @throws java.util.concurrent.RejectedExecutionException the strand is closed; the task will not run
     */
    @Override
    void execute(Runnable task);

    /**
     * Opens a socket to {@code address} and connects without blocking. The handler hears {@code opened} or
     * {@code closed} later, never within this call, not even where the system refuses at once or no descriptor is
     * left.
     *
     * @param address a resolved address
     * @return the connection, not open yet: until {@code opened} it may only be closed, detached or told whether to
     *     read
     */
    Connection connect(InetSocketAddress address, ConnectionHandler handler);

    /**
     * Takes over a parked connection: it does not read until told to. {@code opened} is called later, once (also where
     * it was opened on another transport before), for a connecting one when it has connected. Its unread bytes come by
     * {@code read} before anything new from the socket; its unwritten bytes go out before anything newly written.
     * Both are given back to this strand's pool: who moves a connection to a strand with another pool copies them first.
     * The value is the transport's from here on; it may close the channel in it, when the socket lives on in another object.
     *
     * @throws RuntimeException it could not be taken; {@code parked} is untouched and still the caller's
     */
    Connection adopt(ParkedConnection parked, ConnectionHandler handler);

    /** Runs a task on the strand once, {@code delayNanos} from now or later; not at all once the strand has closed. */
    Cancellable schedule(Runnable task, long delayNanos);

    /**
     * Takes no task from now on, runs those taken, closes the connections left with
     * {@link CloseReason.Kind#STRAND_CLOSED} and ends the threads.
     *
     * @return done when no thread, selector or socket of this strand is left; completes normally, on any thread
     */
    CompletionStage<Void> close();
}
