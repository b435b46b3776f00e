/** The selector loop under what measures the least a Java program can do. */
package org.penstock.benchmarks.loop;
