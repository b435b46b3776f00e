/**
 * The transport {@code bio}: each direction of a socket has a thread of its own, which waits for that socket alone.
 *
 * <p>Imports {@code org.penstock.transport.api} and slf4j; embeds {@code org.penstock.transport.support}; exports
 * nothing. How a socket waits is here, what a connection is lies in the support package.
 */
package org.penstock.transport.bio;
