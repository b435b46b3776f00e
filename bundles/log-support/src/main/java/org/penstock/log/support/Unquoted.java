package org.penstock.log.support;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

/**
 * What was thrown by code that reads sessions' bytes, such as a codec, in a form that may be kept and logged in its place:
 * classes and places of it and of its causes, without their messages, which may quote a statement and a secret in it. What
 * only the JVM throws keeps its message: it says what there is not enough of, or which class is not there.
 *
 * <p>Threads: any.
 */
public final class Unquoted extends Throwable {
    private static final long serialVersionUID = 1;

    private Unquoted(Throwable thrown, Set<Throwable> seen) {
        super(said(thrown), cause(thrown, seen), true, true);
        setStackTrace(thrown.getStackTrace());
        for (Throwable suppressed : thrown.getSuppressed()) {
            if (!seen.contains(suppressed)) {
                addSuppressed(new Unquoted(suppressed, seen));
            }
        }
    }

    private static Unquoted cause(Throwable thrown, Set<Throwable> seen) {
        seen.add(thrown);
        Throwable cause = thrown.getCause();
        return cause == null || seen.contains(cause) ? null : new Unquoted(cause, seen);
    }

    public static Unquoted of(Throwable thrown) {
        return new Unquoted(thrown, Collections.newSetFromMap(new IdentityHashMap<>()));
    }

    /** In one line, as {@link Reason} has it: the class and where it was thrown. */
    public static String reason(Throwable thrown) {
        if (isOfTheJvm(thrown)) {
            return Reason.of(thrown);
        }
        StackTraceElement[] places = thrown.getStackTrace();
        return name(thrown) + (places.length == 0 ? "" : " at " + place(places[0]));
    }

    private static boolean isOfTheJvm(Throwable thrown) {
        return thrown instanceof VirtualMachineError || thrown instanceof LinkageError;
    }

    private static String said(Throwable thrown) {
        return isOfTheJvm(thrown) ? thrown.toString() : thrown.getClass().getName();
    }

    private static String name(Throwable thrown) {
        String name = thrown.getClass().getName();
        return name.substring(name.lastIndexOf('.') + 1);
    }

    private static String place(StackTraceElement at) {
        return at.getClassName() + "." + at.getMethodName() + ", line " + at.getLineNumber();
    }
}
