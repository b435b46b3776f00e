/** The least a Java server can do, as a measure for those that do more. */
package org.penstock.benchmarks.bare;
