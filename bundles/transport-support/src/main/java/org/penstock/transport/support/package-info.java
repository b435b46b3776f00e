/**
 * What transports that wait for readiness have in common: a connection's states, its two directions, and the few tools
 * around them (tasks, timers, socket options, reasons).
 *
 * <p>No bundle: each provider embeds this package privately, so that a provider's update brings its own copy. Imports
 * {@code org.penstock.transport.api} and slf4j only.
 *
 * <p>What is left to a provider is how it waits: it implements {@link SocketDriver} for a socket and calls
 * {@link ReadinessConnection} when the socket is ready.
 */
package org.penstock.transport.support;
