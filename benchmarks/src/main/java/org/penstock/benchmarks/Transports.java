package org.penstock.benchmarks;

import java.util.List;

/** Penstock's transports. A party is named after each; where one is not in service, its parties are skipped. */
public final class Transports {
    public static final List<String> NAMES =
            List.of("nio", "nio-split", "nio-pool", "aio", "bio", "netty-nio", "netty-epoll", "netty-io_uring");

    private Transports() {}
}
