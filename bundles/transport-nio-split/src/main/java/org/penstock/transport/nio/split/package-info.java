/**
 * The transport {@code nio-split}: what is read, what is written and what handlers do with it go on at the same time, on
 * threads of their own.
 *
 * <p>Imports {@code org.penstock.transport.api} and slf4j; embeds {@code org.penstock.transport.support}; exports
 * nothing. The threads are here, what they do lies in the support package.
 */
package org.penstock.transport.nio.split;
