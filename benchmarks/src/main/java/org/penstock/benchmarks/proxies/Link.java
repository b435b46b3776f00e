package org.penstock.benchmarks.proxies;

/**
 * What a proxy is to do.
 *
 * @param listen port of 127.0.0.1 where it listens
 * @param server port of 127.0.0.1 to which it forwards
 * @param sessions that it must be able to hold at a time
 */
public record Link(int listen, int server, int sessions) {}
