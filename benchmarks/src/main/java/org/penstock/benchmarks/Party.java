package org.penstock.benchmarks;

import java.util.Set;

/**
 * Somebody who takes part in a suite.
 *
 * @param name as the tables and the command line show it
 * @param purpose one line for {@code --list}
 * @param kind how long it takes to warm up
 * @param packages Debian packages it needs
 * @param modules modules of this build it is made of, as Maven names them
 * @param byDefault whether it takes part unless the user chooses parties
 */
public record Party(
        String name, String purpose, Kind kind, Set<String> packages, Set<String> modules, boolean byDefault) {
    /** What a party is made of. */
    public enum Kind {
        /** Compiled ahead of time: as fast at once as it will ever be. */
        NATIVE,
        /** Compiles itself while it runs: the long warm-up. */
        JVM
    }

    @Override
    public String toString() {
        return name;
    }
}
