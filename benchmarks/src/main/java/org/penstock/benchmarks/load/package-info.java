/**
 * A load of many sessions in a process of its own, steered over a line of text at a time: what the suites
 * {@code connections} and {@code swap} put proxies under.
 */
package org.penstock.benchmarks.load;
