/**
 * The machine a benchmark runs on: processes and their ends, CPUs, what the operating system accounts to a process,
 * Debian packages. Linux only: it reads /proc.
 */
package org.penstock.benchmarks.host;
