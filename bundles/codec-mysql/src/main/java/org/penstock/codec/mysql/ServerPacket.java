package org.penstock.codec.mysql;

import java.nio.ByteBuffer;
import org.penstock.codec.api.CheckpointRefused;

/** The server's present payload, as far as it is looked at. */
final class ServerPacket {
    private static final int ERROR = 0xff;
    private static final int EOF = 0xfe;
    private static final int LONGEST_EOF = 9;
    private static final int PROGRESS_BYTES = 3;
    private static final int ANY = -1;

    private final PacketHead head = new PacketHead();
    private long begunNanos;
    private int length; // of its first packet
    private int sequence;
    private int first = ANY; // byte
    private int taken; // bytes passed so far, as far as they matter

    void begun(long nowNanos) {
        begunNanos = nowNanos;
    }

    void started(int packetLength, int packetSequence) {
        length = packetLength;
        sequence = packetSequence;
        first = ANY;
        taken = 0;
        head.clear();
    }

    /**
     * Takes the next bytes.
     *
     * @param bulk one of many, of which only the first byte matters unless that is high enough to end them
     */
    void take(ByteBuffer in, int n, boolean bulk) {
        if (first == ANY) {
            first = in.get(in.position()) & 0xff;
        }
        if (!bulk || first >= EOF) {
            head.take(in, n);
        }
        taken = Math.min(PacketHead.LONGEST, taken + Math.min(n, PacketHead.LONGEST));
    }

    /** The payload's first bytes, or none of a bulk packet. */
    PacketHead head() {
        return head;
    }

    /** -1: it is empty. */
    int first() {
        return first;
    }

    int length() {
        return length;
    }

    /** Of its first packet, the header included. */
    int bytes() {
        return PacketFramer.HEADER_BYTES + length;
    }

    int sequence() {
        return sequence;
    }

    /** Bytes passed before the present ones; not counted beyond {@link PacketHead#LONGEST}. */
    int taken() {
        return taken;
    }

    long begunNanos() {
        return begunNanos;
    }

    /** Only in one that is not continued can the first byte mean an error: a row may begin with anything. */
    boolean isError() {
        return first == ERROR && length < PacketFramer.MAX_LENGTH;
    }

    /** MariaDB's report of progress in place of an error. */
    boolean isProgress(Capabilities agreed) {
        if (!isError()
                || head.length() < PROGRESS_BYTES
                || !agreed.has(Capabilities.MARIADB_PROGRESS | Capabilities.MARIADB_OLD_PROGRESS)) {
            return false;
        }
        head.rewind();
        head.skip(1);
        return head.u16() == 0xffff;
    }

    /** What ends rows: a row that begins with this byte is 16 MiB or longer. */
    boolean isEof(Capabilities agreed) {
        int most = agreed.has(Capabilities.DEPRECATE_EOF) ? PacketFramer.MAX_LENGTH : LONGEST_EOF;
        return first == EOF && length < most;
    }

    void save(StateWriter out) {
        head.save(out);
        out.longNumber(begunNanos);
        out.number(length);
        out.number(sequence);
        out.number(first);
        out.number(taken);
    }

    void load(StateReader in) throws CheckpointRefused {
        head.load(in);
        begunNanos = in.longNumber();
        length = in.number(0, PacketFramer.MAX_LENGTH);
        sequence = in.number(0, 0xff);
        first = in.number(ANY, 0xff);
        taken = in.number(0, PacketHead.LONGEST);
    }
}
