/**
 * The frame of every benchmark: what a suite is, in which order its parties run, what the command line says.
 *
 * <p>A {@link org.penstock.benchmarks.Suite} describes its cases, parties and metrics and opens a
 * {@link org.penstock.benchmarks.Stage}, on which each party becomes a {@link org.penstock.benchmarks.Contestant}. A
 * {@link org.penstock.benchmarks.Contest} lets them run in turns and makes the report. Nothing here knows a protocol.
 */
package org.penstock.benchmarks;
