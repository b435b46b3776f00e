package org.penstock.demo.process;

/** Ends what a failure has left open. */
public final class Closing {
    private Closing() {}

    /** Closes, and lets the failure be what is told: where closing fails, too, that goes along with it. */
    public static void after(Exception failure, AutoCloseable... left) {
        for (AutoCloseable each : left) {
            try {
                each.close();
            } catch (Exception e) {
                failure.addSuppressed(e);
            }
        }
    }
}
