package org.penstock.proxy.core.session;

/**
 * Where a session stands.
 *
 * <pre>
 *   NEW ─▶ CONNECTING ─▶ OPEN ─▶ CLOSING ─▶ RECORDING ─▶ OVER
 *    └──────────┴──────────┴──▶ FAREWELL ─▲
 * </pre>
 */
enum Phase {
    /** The client is there, nothing has been done for it. */
    NEW,
    /** The server is being connected to. */
    CONNECTING,
    OPEN,
    /** The server is gone or never came: the client gets what is on its way, and the last words. */
    FAREWELL,
    /** Both sockets are being closed. */
    CLOSING,
    /** The sockets are gone; records wait for their recorder. */
    RECORDING,
    OVER;

    /** Nothing is read or written any more. */
    boolean isEnding() {
        return compareTo(CLOSING) >= 0;
    }
}
