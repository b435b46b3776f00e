package org.penstock.benchmarks;

import java.util.ArrayList;
import java.util.List;

/**
 * One run: a party under a load, in a round.
 *
 * @param round from 1
 * @param load the case
 * @param party whose turn it is
 */
record Turn(int round, Case load, Party party) {
    /**
     * The turns of a round. Within a case every party has its turn before any has its next: A B C, A B C.
     * What drifts while the contest lasts (clock speed, neighbours on the machine) then meets all parties alike.
     */
    static List<Turn> interleaved(int round, List<Case> cases, List<Party> parties) {
        List<Turn> turns = new ArrayList<>();
        for (Case load : cases) {
            for (Party party : parties) {
                turns.add(new Turn(round, load, party));
            }
        }
        return turns;
    }
}
