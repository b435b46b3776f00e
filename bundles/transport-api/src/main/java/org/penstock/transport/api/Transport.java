package org.penstock.transport.api;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * A way to move bytes: one I/O processor, registered as a service with the property {@link #NAME}.
 *
 * <p>Threads: any thread may call. A transport owns the threads of the strands it opened and ends them when those
 * close; it never interrupts an I/O thread, since an interrupt closes its channel.
 *
 * <p>Life: users are told that a transport goes by its service's unregistering, and move their connections away before
 * that returns. What is still open when the provider is deactivated afterwards is closed with
 * {@link CloseReason.Kind#STRAND_CLOSED}.
 */
@ConsumerType
public interface Transport {
    /** Service property: the processor's short name in small letters, for example {@code nio}. */
    String NAME = "penstock.transport";

    /**
     * What a user should know before choosing this processor. Constant, but for what it says of threads: their number may
     * follow an edit of the transport's configuration.
     */
    TransportTraits traits();

    /**
     * Opens a strand and starts what serves it.
     *
     * @param pool where the strand's connections take their read buffers; used on the strand only
     * @throws java.io.UncheckedIOException the system refused (no descriptor left, for example); nothing was opened
     * @throws IllegalStateException this generation has been deactivated
     */
    Strand open(BufferPool pool, TransportOptions options);
}
