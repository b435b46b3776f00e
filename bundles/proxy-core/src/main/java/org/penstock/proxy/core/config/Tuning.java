package org.penstock.proxy.core.config;

import org.penstock.transport.api.WritePolicy;

/**
 * How a proxy's sockets and buffers are used; bytes.
 *
 * @param strands how many strands serve its sessions; 0: as many as the transport asks for
 * @param readBuffer the largest read
 * @param sendBuffer SO_SNDBUF; 0: the system's choice
 * @param receiveBuffer SO_RCVBUF likewise
 * @param writes what transports do with bytes that a socket has no room for
 * @param highWater unwritten bytes of one direction at which it is read no more
 * @param lowWater unwritten bytes at which it is read again
 */
public record Tuning(
        int strands,
        int readBuffer,
        int sendBuffer,
        int receiveBuffer,
        WritePolicy writes,
        int highWater,
        int lowWater) {}
