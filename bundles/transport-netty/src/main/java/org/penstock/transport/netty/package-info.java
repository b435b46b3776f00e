/**
 * The transports {@code netty-nio}, {@code netty-epoll} and {@code netty-io_uring}: a strand is one event loop of Netty
 * 4.2, which serves both sides of every session on it.
 *
 * <p>Of Netty these use the event loop and its three I/O handlers. Channels, pipelines and outbound buffers are left out:
 * a read goes from the socket into a buffer of the strand's pool, and a write takes what the socket takes, with nothing in
 * between. A socket stays the JDK's all the time. To epoll and io_uring it is lent by the number of its descriptor, and it
 * is given back by taking that number out, so that a live socket comes and goes without being duplicated.
 *
 * <p>Imports {@code org.penstock.transport.api}, slf4j, the framework's API and Netty's packages from Netty's own bundles;
 * embeds {@code org.penstock.transport.support}; exports nothing. How a socket waits is here, what a connection is lies in
 * the support package.
 */
package org.penstock.transport.netty;
