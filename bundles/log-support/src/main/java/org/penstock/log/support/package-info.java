/**
 * How often an operator is told of what lasts or comes again, and what was thrown, in words. It knows the JDK alone, and is
 * copied privately into each bundle that uses it, so that none of them shares state or a wire with another.
 */
package org.penstock.log.support;
