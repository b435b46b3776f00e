package org.penstock.transport.support;

import java.util.concurrent.CompletionStage;
import org.penstock.transport.api.Strand;

/** A strand as its own transport knows it. */
public interface ServedStrand extends Strand {
    /** What {@link Strand#close} answers, without closing. */
    CompletionStage<Void> ended();

    /**
     * Waits until the strand has ended and its last thread is gone, or the time is up, whatever interrupts the caller.
     *
     * @return false: the time is up
     */
    boolean awaitEnd(long nanos);
}
