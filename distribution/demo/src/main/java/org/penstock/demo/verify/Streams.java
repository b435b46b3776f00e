package org.penstock.demo.verify;

import java.util.EnumMap;
import java.util.Map;
import org.penstock.codec.api.Side;
import org.penstock.recorder.api.Recorded.Chunk;
import org.penstock.recorder.api.SessionEnd;

/** Checks the bytes recorded of a session: in each direction from the first to the last, none left out, none twice. */
final class Streams {
    private final String where;
    private final Findings findings;
    private final Map<Side, Long> reached = new EnumMap<>(Side.class);

    Streams(String where, Findings findings) {
        this.where = where;
        this.findings = findings;
    }

    void chunk(Chunk chunk) {
        long expected = reached(chunk.from());
        if (chunk.offset() != expected) {
            findings.add(
                    Fault.RECORD,
                    where + ", record " + chunk.place().sequence() + ": bytes of the " + side(chunk.from()) + " from "
                            + chunk.offset() + " on, expected from " + expected + " on");
        }
        reached.put(chunk.from(), chunk.offset() + chunk.bytes().remaining());
    }

    /** Where bytes are recorded at all, they are all recorded; and none was received in vain. */
    void end(SessionEnd end) {
        if (!reached.isEmpty()) {
            end(Side.CLIENT, end.clientBytes(), end.clientDiscarded());
            end(Side.SERVER, end.serverBytes(), end.serverDiscarded());
        }
    }

    private void end(Side side, long bytes, long discarded) {
        if (discarded > 0) {
            findings.add(
                    Fault.RECORD,
                    where + ": the last " + discarded + " bytes of the " + side(side)
                            + " were neither passed on nor recorded, and the record says so");
        }
        if (reached(side) != bytes - discarded) {
            findings.add(
                    Fault.RECORD,
                    where + ": " + reached(side) + " bytes of the " + side(side) + " recorded, it sent " + bytes);
        }
    }

    private long reached(Side side) {
        return reached.getOrDefault(side, 0L);
    }

    private static String side(Side side) {
        return side == Side.CLIENT ? "client" : "server";
    }
}
