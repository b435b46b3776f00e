package org.penstock.codec.mysql;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.BitSet;
import java.util.zip.Deflater;
import org.penstock.codec.api.Side;
import org.penstock.codec.tck.Step;

/** Puts what an end says into frames, as the ends of a compressed session do. */
final class Compression {
    private final int mostContent;
    private final int leastDeflated;
    private int number;

    /**
     * A form of it.
     *
     * @param mostContent bytes of packets in one frame
     * @param leastDeflated frames with fewer are stored
     */
    Compression(int mostContent, int leastDeflated) {
        this.mostContent = mostContent;
        this.leastDeflated = leastDeflated;
    }

    /** A command begins: numbers begin anew. */
    void begin() {
        number = 0;
    }

    /** @param hidden whether frames that are deflated are secret as a whole */
    Step step(Side side, byte[] bytes, BitSet secrets, boolean hidden) {
        ByteArrayOutputStream framed = new ByteArrayOutputStream();
        BitSet secretsFramed = new BitSet();
        for (int at = 0; at < bytes.length; at += mostContent) {
            int n = Math.min(mostContent, bytes.length - at);
            byte[] content = Arrays.copyOfRange(bytes, at, at + n);
            byte[] deflated = deflated(content);
            boolean deflates = n >= leastDeflated && deflated.length <= PacketFramer.MAX_LENGTH;
            byte[] body = deflates ? deflated : content;
            framed.writeBytes(header(body.length, number++, deflates ? n : 0));
            int base = framed.size();
            if (deflates) {
                secretsFramed.set(base, base + body.length, hidden);
            } else {
                secrets.get(at, at + n).stream().forEach(i -> secretsFramed.set(base + i));
            }
            framed.writeBytes(body);
        }
        return new Step(side, framed.toByteArray(), secretsFramed);
    }

    static byte[] header(int bytes, int number, int contentBytes) {
        return new Payload()
                .integer(bytes, 3)
                .u8(number)
                .integer(contentBytes, 3)
                .bytes();
    }

    static byte[] deflated(byte[] content) {
        Deflater deflater = new Deflater();
        deflater.setInput(content);
        deflater.finish();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        byte[] piece = new byte[1024];
        while (!deflater.finished()) {
            out.write(piece, 0, deflater.deflate(piece));
        }
        deflater.end();
        return out.toByteArray();
    }
}
