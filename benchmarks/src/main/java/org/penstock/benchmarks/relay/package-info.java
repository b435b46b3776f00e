/** The least a Java proxy can do, as a measure for those that do more. */
package org.penstock.benchmarks.relay;
