package org.penstock.transport.support.reactor;

/** What gives a {@link ReactorStrand} its turns. */
public interface Runner {
    /** Any thread, often: there is something to do, {@link ReactorStrand#turn} is to be called soon. */
    void wake();

    /** As {@link org.penstock.transport.support.ServedStrand#awaitEnd}. */
    boolean awaitEnd(long nanos);
}
