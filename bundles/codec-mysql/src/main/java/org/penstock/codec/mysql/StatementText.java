package org.penstock.codec.mysql;

import java.nio.ByteBuffer;
import org.penstock.codec.api.AttributeVisitor;
import org.penstock.codec.api.CheckpointRefused;

/** What a prepared statement was prepared from: its first bytes, and length and checksum of all of it. Immutable. */
final class StatementText {
    private final byte[] bytes;
    private final ByteBuffer view;
    private final long total;
    private final long crc32c;
    private final boolean secret;
    private final boolean asks;

    /**
     * What is to be kept of a text.
     *
     * @param secret it had secrets in it, or may be given some
     * @param asks it may ask for what the server said of statements before it
     */
    StatementText(byte[] bytes, long total, long crc32c, boolean secret, boolean asks) {
        this.bytes = bytes;
        this.view = ByteBuffer.wrap(bytes);
        this.total = total;
        this.crc32c = crc32c;
        this.secret = secret;
        this.asks = asks;
    }

    int length() {
        return bytes.length;
    }

    boolean secret() {
        return secret;
    }

    boolean asks() {
        return asks;
    }

    void show(AttributeVisitor visitor) {
        visitor.text(Attributes.QUERY_TEXT, view.clear());
        if (total > bytes.length) {
            visitor.number(Attributes.QUERY_BYTES, total);
            visitor.number(Attributes.QUERY_CRC32C, crc32c);
        }
    }

    void save(StateWriter out) {
        out.bytes(bytes, bytes.length);
        out.longNumber(total);
        out.longNumber(crc32c);
        out.flag(secret);
        out.flag(asks);
    }

    static StatementText load(StateReader in) throws CheckpointRefused {
        return new StatementText(
                in.bytes(TextCapture.MOST),
                in.longNumber(),
                in.longNumber(),
                in.flag(),
                !in.since(StateWriter.MESSAGES) || in.flag());
    }
}
