/**
 * The suites {@code echo} and {@code message-size}: I/O processors alone, each as a server in a process of its own. The
 * programs of the parties are modules below benchmarks/parties, each with its own class path.
 */
package org.penstock.benchmarks.processors;
