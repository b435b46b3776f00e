/**
 * The transport {@code aio}: asynchronous socket channels, in a channel group of one thread a strand.
 *
 * <p>Imports {@code org.penstock.transport.api} and slf4j; embeds {@code org.penstock.transport.support}; exports
 * nothing. How a socket waits is here, what a connection is lies in the support package.
 */
package org.penstock.transport.aio;
