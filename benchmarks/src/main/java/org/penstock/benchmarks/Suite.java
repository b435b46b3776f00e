package org.penstock.benchmarks;

import org.penstock.benchmarks.host.Workbench;

/** A comparison: a programme, and a stage where it can be carried out. */
public interface Suite {
    Programme programme();

    /** How long its runs are, and how many a full contest needs. */
    default Tempo tempo() {
        return Tempo.USUAL;
    }

    /**
     * Sets up what all parties share, such as the server behind them.
     *
     * @param bench where processes and files of this run live; it ends them, the stage need not
     * @throws PartyUnavailable when this machine cannot run the suite at all
     */
    Stage open(Workbench bench) throws PartyUnavailable, InterruptedException;
}
