package org.penstock.itests.container;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** As much of the MySQL protocol as it takes to log in and run statements without results. */
final class MySqlWire {
    static final int QUIT = 0x01;
    static final int QUERY = 0x03;

    /** Long password, protocol 4.1, secure connection, plugins. */
    private static final int CAPABILITIES = 1 | 1 << 9 | 1 << 15 | 1 << 19;

    private static final String PLUGIN = "mysql_native_password\0";
    private static final byte[] OK = {0, 0, 0, 2, 0, 0, 0};

    private MySqlWire() {}

    static byte[] greeting() {
        return payload(73)
                .put((byte) 10)
                .put(ascii("8.4.0\0"))
                .putInt(7)
                .put(ascii("8scrambl\0"))
                .putShort((short) CAPABILITIES)
                .put((byte) 45)
                .putShort((short) 2)
                .putShort((short) (CAPABILITIES >>> 16))
                .put((byte) 21)
                .put(new byte[10])
                .put(ascii("e and 12 mor\0"))
                .put(ascii(PLUGIN))
                .array();
    }

    static byte[] response() {
        return payload(60)
                .putInt(CAPABILITIES)
                .putInt(1 << 24)
                .put((byte) 45)
                .put(new byte[23])
                .put(ascii("load\0"))
                .put((byte) 0)
                .put(ascii(PLUGIN))
                .array();
    }

    static byte[] ok() {
        return OK.clone();
    }

    static byte[] command(int code, String text) {
        byte[] bytes = ascii(text);
        return payload(1 + bytes.length).put((byte) code).put(bytes).array();
    }

    static void write(OutputStream out, int sequence, byte[] payload) throws IOException {
        out.write(payload(4 + payload.length)
                .putInt(payload.length | sequence << 24)
                .put(payload)
                .array());
    }

    static byte[] read(DataInputStream in) throws IOException {
        int header = Integer.reverseBytes(in.readInt());
        byte[] payload = new byte[header & 0xff_ffff];
        in.readFully(payload);
        return payload;
    }

    private static ByteBuffer payload(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
