package org.penstock.benchmarks;

/**
 * One load that every party is put under.
 *
 * @param name as the tables and the command line show it, such as {@code T=20}
 * @param byDefault whether it runs unless the user chooses cases
 */
public record Case(String name, boolean byDefault) {
    @Override
    public String toString() {
        return name;
    }
}
