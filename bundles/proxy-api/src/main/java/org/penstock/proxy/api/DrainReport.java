package org.penstock.proxy.api;

/**
 * How the proxies ended.
 *
 * @param ended sessions that ended between two exchanges, or by themselves
 * @param cut sessions closed while busy, when patience was over
 * @param tookNanos the whole
 */
public record DrainReport(long ended, long cut, long tookNanos) {}
