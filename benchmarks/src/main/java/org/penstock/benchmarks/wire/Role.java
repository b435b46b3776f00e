package org.penstock.benchmarks.wire;

import java.util.Locale;

/** What a party's program does with its connections. */
public enum Role {
    /** Sends back what comes, and reads no more while it cannot. */
    ECHO,
    /** Answers each message of {@link MessageScanner}'s format by its last byte. */
    ANSWER,
    /** Connects each client to a server and passes bytes both ways. */
    RELAY,
    /** Reads {@link CostlyInput} and writes {@link DueOutput} at the same time. */
    DIRECTIONS;

    /** As the command line has it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
