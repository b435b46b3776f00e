/**
 * The transport {@code nio}: a strand is one loop around one selector, which serves both sides of every session on it.
 *
 * <p>Imports {@code org.penstock.transport.api} and slf4j; embeds {@code org.penstock.transport.support}; exports
 * nothing. How a socket waits is here, what a connection is lies in the support package.
 */
package org.penstock.transport.nio;
