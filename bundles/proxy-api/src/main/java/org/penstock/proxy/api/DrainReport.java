package org.penstock.proxy.api;

/**
 * How the proxies ended.
 *
 * @param ended sessions that ended between two exchanges, or by themselves
 * @param cut sessions closed while busy, when patience was over
 * @param unserved of all these, how many ended with a request of their client that was not passed on to the server, or not
 *     as a whole; where the protocol has words for it at that point, the client was told
 * @param tookNanos the whole
 */
public record DrainReport(long ended, long cut, long unserved, long tookNanos) {}
