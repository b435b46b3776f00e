package org.penstock.transport.support;

import java.nio.channels.Selector;

/** A socket at a {@link Poller}: the attachment of its key. On the poller's thread. */
public interface Polled {
    /** The socket is ready, as its key says; or was, before its key was cancelled. */
    void ready();

    /** Waits for what it waited for, but at another selector. */
    void move(Selector selector);
}
