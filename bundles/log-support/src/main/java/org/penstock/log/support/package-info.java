/**
 * How often an operator is told of what lasts or comes again, and of what was thrown or written, in words. It knows the JDK
 * alone, and is copied privately into each bundle that uses it, so that none of them shares state or a wire with another.
 */
package org.penstock.log.support;
