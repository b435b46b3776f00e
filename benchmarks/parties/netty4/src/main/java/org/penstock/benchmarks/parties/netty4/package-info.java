/** Netty 4, set up as its user guide and its examples do. */
package org.penstock.benchmarks.parties.netty4;
