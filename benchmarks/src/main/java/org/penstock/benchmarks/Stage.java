package org.penstock.benchmarks;

/** Where the parties of a suite run; whatever it starts belongs to the workbench, which ends it. */
public interface Stage {
    /**
     * Starts a party, pinned as all others are, and returns when it is ready for load. It stays up until the run ends.
     *
     * @throws PartyUnavailable when this machine cannot run it; the others go on
     * @throws WorkNotDone when it could be run, but did not get ready
     */
    Contestant start(Party party) throws PartyUnavailable, WorkNotDone, InterruptedException;
}
