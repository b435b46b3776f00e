/** Netty 3, set up as its user guide and its examples do. */
package org.penstock.benchmarks.parties.netty3;
