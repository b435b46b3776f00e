/**
 * Live sockets by their descriptors, for transports that cannot take them over by public means.
 *
 * <p>All that is reached of the JDK's own is in {@link org.penstock.transport.support.descriptor.SocketDescriptors}; it
 * needs {@code --add-opens java.base/sun.nio.ch=ALL-UNNAMED}. Embedded as the package above is. Imports JDK types only.
 */
package org.penstock.transport.support.descriptor;
