package org.penstock.log.support;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

/** No message goes along, however deep it is; where it was thrown does. */
class UnquotedTest {
    private static final String SECRET = "near 'hunter2'";
    private static final String NAME = Unquoted.class.getName() + ": ";

    private static String logged(Throwable thrown) {
        StringWriter text = new StringWriter();
        Unquoted.of(thrown).printStackTrace(new PrintWriter(text, true));
        return text.toString();
    }

    @Test
    void classesAndPlacesAreLoggedWithoutAnyMessage() {
        IllegalStateException thrown = new IllegalStateException(SECRET, new IOException(SECRET, new Error(SECRET)));
        thrown.getCause().addSuppressed(new IllegalArgumentException(SECRET));
        String logged = logged(thrown);
        assertFalse(logged.contains("hunter2"), logged);
        String here = "at " + getClass().getName() + ".classesAndPlacesAreLoggedWithoutAnyMessage(UnquotedTest.java:";
        assertTrue(logged.replaceAll("\\s+", " ").startsWith(NAME + "java.lang.IllegalStateException " + here), logged);
        assertTrue(logged.contains("Caused by: " + NAME + "java.io.IOException" + System.lineSeparator()), logged);
        assertTrue(logged.contains("Caused by: " + NAME + "java.lang.Error" + System.lineSeparator()), logged);
        assertTrue(
                logged.contains("Suppressed: " + NAME + "java.lang.IllegalArgumentException" + System.lineSeparator()),
                logged);
    }

    @Test
    void causesInACircleEnd() {
        Exception first = new Exception(SECRET);
        first.initCause(new IOException(first));
        assertEquals("java.io.IOException", Unquoted.of(first).getCause().getMessage());
        assertNull(Unquoted.of(first).getCause().getCause());
    }

    @Test
    void theReasonIsTheClassAndThePlace() {
        String reason = Unquoted.reason(new IllegalStateException(SECRET));
        String place = " at " + getClass().getName() + ".theReasonIsTheClassAndThePlace, line ";
        assertTrue(reason.matches("\\QIllegalStateException" + place + "\\E\\d+"), reason);
    }

    @Test
    void oneWithoutAPlaceIsItsClass() {
        Exception bare = new Exception(SECRET, null, false, false) {};
        assertEquals("UnquotedTest$1", Unquoted.reason(bare));
    }

    @Test
    void whatTheJvmLacksIsSaid() {
        assertEquals(
                "out of memory: Java heap space; raise -Xmx", Unquoted.reason(new OutOfMemoryError("Java heap space")));
        assertEquals(
                "NoClassDefFoundError: org/example/Gone",
                Unquoted.reason(new NoClassDefFoundError("org/example/Gone")));
        assertTrue(logged(new NoClassDefFoundError("org/example/Gone"))
                .startsWith(NAME + "java.lang.NoClassDefFoundError: org/example/Gone"));
    }
}
