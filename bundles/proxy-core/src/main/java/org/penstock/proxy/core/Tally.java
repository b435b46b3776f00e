package org.penstock.proxy.core;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAccumulator;

/** What happens to the sessions of one move. Any thread. */
final class Tally {
    final AtomicLong moved = new AtomicLong();
    final AtomicLong returned = new AtomicLong();
    final LongAccumulator longestPause = new LongAccumulator(Math::max, 0);
}
