package org.penstock.benchmarks.swap;

import java.util.ArrayList;
import java.util.List;
import org.penstock.benchmarks.Case;

/**
 * A move from one transport to another.
 *
 * @param from a transport's name
 * @param to another's
 */
record Move(String from, String to) {
    private static final String ARROW = ">";

    /** All ordered pairs; each is followed by the way back, so that as few moves as possible only lead to the next pair. */
    static List<Move> all(List<String> transports) {
        List<Move> all = new ArrayList<>();
        for (int i = 0; i < transports.size(); i++) {
            for (int j = i + 1; j < transports.size(); j++) {
                all.add(new Move(transports.get(i), transports.get(j)));
                all.add(new Move(transports.get(j), transports.get(i)));
            }
        }
        return all;
    }

    static Move of(Case load) {
        int arrow = load.name().indexOf(ARROW);
        return new Move(load.name().substring(0, arrow), load.name().substring(arrow + ARROW.length()));
    }

    Case load() {
        return new Case(this.toString(), true);
    }

    @Override
    public String toString() {
        return from + ARROW + to;
    }
}
