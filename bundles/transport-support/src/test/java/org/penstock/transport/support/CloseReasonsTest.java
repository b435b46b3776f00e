package org.penstock.transport.support;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.nio.channels.UnresolvedAddressException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.penstock.transport.api.CloseReason;
import org.penstock.transport.api.CloseReason.Kind;

final class CloseReasonsTest {
    @ParameterizedTest
    @ValueSource(strings = {"Connection reset", "Connection reset by peer", "Broken pipe"})
    void aResetIsKnownByItsText(String text) {
        CloseReason reason = CloseReasons.of(new SocketException(text));
        assertEquals(new CloseReason(Kind.RESET, "connection reset by peer"), reason);
    }

    @Test
    void allElseIsAnErrorWithItsText() {
        assertEquals(
                new CloseReason(Kind.IO_ERROR, "I/O error: No buffer space available"),
                CloseReasons.of(new IOException("No buffer space available")));
    }

    @Test
    void aConnectIsRefusedOrFails() {
        assertConnect(Kind.CONNECT_REFUSED, "connection refused by db:1", new ConnectException("Connection refused"));
        assertConnect(
                Kind.CONNECT_FAILED,
                "cannot connect to db:1: Connection timed out",
                new ConnectException("Connection timed out"));
        assertConnect(
                Kind.CONNECT_FAILED,
                "cannot connect to db:1: No route to host",
                new NoRouteToHostException("No route to host"));
        assertConnect(
                Kind.CONNECT_FAILED,
                "cannot connect to db:1: Too many open files",
                new SocketException("Too many open files"));
        assertConnect(
                Kind.CONNECT_FAILED, "cannot connect to db:1: unresolved address", new UnresolvedAddressException());
    }

    private static void assertConnect(Kind kind, String text, Exception e) {
        assertEquals(new CloseReason(kind, text), CloseReasons.ofConnect(e, "db:1"));
    }

    @Test
    void theTextIsOneLineWhateverTheExceptionSays() {
        assertEquals("connection handler failed: a b", text(new IllegalStateException(" a\n\tb\n")));
        assertEquals("connection handler failed: IllegalStateException", text(new IllegalStateException()));
        assertEquals("connection handler failed: IllegalStateException", text(new IllegalStateException(" \n")));
    }

    private static String text(Throwable e) {
        return CloseReasons.ofHandler(e).text();
    }
}
