/**
 * How what an operator has configured is read, and each mistake told in a line. It knows the JDK alone, and is copied
 * privately into each bundle that has a configuration.
 */
package org.penstock.log.support.settings;
