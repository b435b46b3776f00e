/**
 * What goes over the wire in the suites {@code echo} and {@code message-size}: the two clients, and what the servers of
 * all parties share. Imports nothing but the JDK, since it is on the class path of every party that runs in a JVM.
 */
package org.penstock.benchmarks.wire;
