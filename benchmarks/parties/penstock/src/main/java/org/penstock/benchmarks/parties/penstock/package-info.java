/**
 * Penstock's transports alone, with buffers and options as the proxy's core gives them. They run in a framework, from the
 * bundles of the distribution: what is measured is what is shipped.
 */
package org.penstock.benchmarks.parties.penstock;
