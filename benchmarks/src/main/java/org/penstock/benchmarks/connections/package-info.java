/** The suite {@code connections}: what a proxy's idle sessions cost, in memory and in everybody else's time. */
package org.penstock.benchmarks.connections;
