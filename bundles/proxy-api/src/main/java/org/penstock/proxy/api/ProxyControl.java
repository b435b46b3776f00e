package org.penstock.proxy.api;

import java.time.Duration;
import java.util.List;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The proxies of this process: what they do, and how their sessions are moved.
 *
 * <p>Threads: any thread may call but a strand's; {@link #move} and {@link #drain} take as long as they take, and only one
 * change runs at a time. Errors: what cannot be done is said in the answer.
 */
@ProviderType
public interface ProxyControl {
    /** Every proxy, by name; one whose configuration was refused is there too, and says why. */
    List<ProxyStatus> proxies();

    /** The sessions of a proxy, oldest first; empty where there is no such proxy. */
    List<SessionStatus> sessions(String proxy);

    /** The generations of transports, codecs and recorders in service, with who uses them. */
    List<ServiceStatus> services();

    /**
     * Moves a proxy to a transport: new sessions at once, open ones a few at a time, each standing still for a moment
     * only. The transport stays the proxy's first choice until its configuration names another. Where open sessions
     * cannot be taken over, they go back to where they were, and so does the proxy.
     */
    MoveReport move(String proxy, String transport);

    /**
     * The same for a move that is taken back: the proxy's first choice is again what it was before its last move, another
     * one an operator had made or none but the configured.
     *
     * @param transport where that move had come from
     */
    MoveReport moveBack(String proxy, String transport);

    /**
     * Ends every proxy in order: none accepts any more, sessions end between two exchanges, and those still busy after
     * {@code patience} are closed. Nothing is accepted afterwards until this process, or the proxy's core, starts anew.
     */
    DrainReport drain(Duration patience);

    /** The same, with the longest patience any proxy is configured with. */
    DrainReport drain();
}
