/**
 * The transport {@code nio-pool}: one loop reads what clients send, one what servers send, and a few workers do
 * everything else for all strands.
 *
 * <p>Imports {@code org.penstock.transport.api} and slf4j; embeds {@code org.penstock.transport.support}; exports
 * nothing. The workers are here, what they do lies in the support package.
 */
package org.penstock.transport.nio.pool;
