/** Apache MINA 3, of which there is a second milestone; set up as its own benchmark does. */
package org.penstock.benchmarks.parties.mina3;
