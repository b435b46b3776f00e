/**
 * What the unit tests of several bundles need: the lines that are logged, ports nobody uses, and memory without a bound. It
 * knows the JDK and the APIs alone, and no bundle carries it.
 */
package org.penstock.test.support;
