package org.penstock.proxy.core.config;

import java.time.Duration;

/**
 * What a proxy allows. A duration of zero means without limit, where that is allowed.
 *
 * @param sessions open at the same time
 * @param connect until the server has accepted
 * @param idle without a byte passing; zero: for ever
 * @param drain for busy sessions to end when the proxy shuts down
 * @param park without a transport, or while the core is away
 * @param hold without a codec, before the session goes on opaque
 */
public record Limits(int sessions, Duration connect, Duration idle, Duration drain, Duration park, Duration hold) {}
