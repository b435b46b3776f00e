/**
 * What transports have in common whose strands run apart from the threads that wait for sockets and read them.
 *
 * <p>A {@link org.penstock.transport.support.reactor.Reactor} waits for sockets and reads ahead; a {@link
 * org.penstock.transport.support.reactor.ReactorStrand} hands over what was read, and writes. Between the two are rings
 * with one thread at each end: buffers go empty one way ({@code Stock}) and filled the other ({@code ReadAhead}); who has
 * something to be looked at is in an {@code Inbox}. No lock is taken. All of it is bounded: a strand has at most so many
 * empty buffers out, and each connection so many filled ones.
 *
 * <p>No bundle, as the package around it.
 */
package org.penstock.transport.support.reactor;
