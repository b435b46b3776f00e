/** Apache MINA 2, set up as its user guide and its examples do. */
package org.penstock.benchmarks.parties.mina2;
