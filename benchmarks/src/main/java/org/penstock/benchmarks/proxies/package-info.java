/**
 * The proxies of all suites: how each is set up, in the resources beside these classes, and started; and Penstock's shell.
 */
package org.penstock.benchmarks.proxies;
