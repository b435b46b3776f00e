package org.penstock.transport.support;

import java.net.ConnectException;
import java.nio.channels.UnresolvedAddressException;
import java.util.Locale;
import org.penstock.transport.api.CloseReason;
import org.penstock.transport.api.CloseReason.Kind;

/**
 * What the JDK throws, as reasons. The JDK has no error codes; a peer's reset is known by the text of the C library
 * ("Broken pipe", "Connection reset by peer"), and counts as an I/O error where that speaks another language.
 */
public final class CloseReasons {
    public static final CloseReason STRAND_CLOSED = new CloseReason(Kind.STRAND_CLOSED, "strand closed");

    private CloseReasons() {}

    public static CloseReason of(Exception e) {
        String text = lowerCase(e);
        if (text.contains("connection reset") || text.contains("broken pipe")) {
            return new CloseReason(Kind.RESET, "connection reset by peer");
        }
        return new CloseReason(Kind.IO_ERROR, "I/O error: " + said(e));
    }

    /** @param address for the reader: what was to be connected to */
    static CloseReason ofConnect(Exception e, Object address) {
        if (e instanceof ConnectException && !lowerCase(e).contains("timed out")) {
            return new CloseReason(Kind.CONNECT_REFUSED, "connection refused by " + address);
        }
        String why = e instanceof UnresolvedAddressException ? "unresolved address" : said(e);
        return new CloseReason(Kind.CONNECT_FAILED, "cannot connect to " + address + ": " + why);
    }

    static CloseReason ofHandler(Throwable e) {
        return new CloseReason(Kind.FAILED, "connection handler failed: " + said(e));
    }

    public static CloseReason closedByInterrupt() {
        return new CloseReason(Kind.IO_ERROR, "I/O error: socket closed by an interrupt of its thread");
    }

    public static CloseReason strandFailed(Throwable e) {
        return new CloseReason(Kind.IO_ERROR, "strand failed: " + said(e));
    }

    private static String lowerCase(Exception e) {
        return said(e).toLowerCase(Locale.ROOT);
    }

    /** One line, whatever the exception says. */
    private static String said(Throwable e) {
        String message = e.getMessage();
        return message == null || message.isBlank()
                ? e.getClass().getSimpleName()
                : message.replaceAll("\\s+", " ").strip();
    }
}
