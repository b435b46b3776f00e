/** What the runs gave: samples, their summary, the table people read and the JSON that tools read. */
package org.penstock.benchmarks.report;
