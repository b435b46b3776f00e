package org.penstock.codec.tck;

import java.util.Map;
import java.util.TreeMap;

/** Parts of a stream, by offset; however they were added, the same parts are equal. */
public final class Spans {
    private final TreeMap<Long, Long> ends = new TreeMap<>(); // by beginning; apart from one another

    /** From an offset, inclusive, to another, exclusive. */
    public void add(long from, long to) {
        long begin = from;
        long end = to;
        Map.Entry<Long, Long> before = ends.floorEntry(from);
        if (before != null && before.getValue() >= from) {
            begin = before.getKey();
            end = Math.max(end, before.getValue());
        }
        Map.Entry<Long, Long> next = ends.ceilingEntry(begin);
        while (next != null && next.getKey() <= end) {
            end = Math.max(end, next.getValue());
            ends.remove(next.getKey());
            next = ends.ceilingEntry(begin);
        }
        ends.put(begin, end);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Spans spans && ends.equals(spans.ends);
    }

    @Override
    public int hashCode() {
        return ends.hashCode();
    }

    @Override
    public String toString() {
        return ends.toString();
    }
}
