package org.penstock.shell.wire;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * One unit of the control socket's conversation. On the wire: a byte for the kind, the content's length in four bytes
 * (big-endian), the content.
 *
 * <p>A client sends {@link Kind#HELLO}, then {@link Kind#COMMAND}, one at a time; each is answered with any number of
 * {@link Kind#OUTPUT} and {@link Kind#ERROR}, as they come, and one {@link Kind#STATUS}. A client that wants a running
 * command to end closes the connection.
 */
public final class Frame {
    /** In bytes; longer content is refused when it is read, and is split by {@link FrameWriter} where it may be. */
    public static final int MAX_CONTENT = 64 << 10;

    /** The content of {@link Kind#HELLO}: the protocol's name and version. */
    public static final String PROTOCOL = "penstock-shell/1";

    /** What a frame says. */
    public enum Kind {
        /** Client, first of all: the protocol it speaks. */
        HELLO('h'),
        /** Client: one line for the shell, UTF-8. */
        COMMAND('c'),
        /** Server: bytes a command printed. */
        OUTPUT('o'),
        /** Server: bytes that tell of a failure, UTF-8. */
        ERROR('e'),
        /** Server: the connection ends with the status that follows; nothing more may be sent on it. */
        LAST('l'),
        /** Server: the command is over; its exit status in one byte. */
        STATUS('s');

        private final byte code;

        Kind(char code) {
            this.code = (byte) code;
        }

        byte code() {
            return code;
        }

        /** The kind of a code, or null. */
        static Kind of(byte code) {
            for (Kind kind : values()) {
                if (kind.code == code) {
                    return kind;
                }
            }
            return null;
        }
    }

    private final Kind kind;
    private final byte[] content;

    /** @param content is the frame's from now on */
    public Frame(Kind kind, byte[] content) {
        this.kind = kind;
        this.content = content;
    }

    /** A frame of text. */
    public static Frame of(Kind kind, String text) {
        return new Frame(kind, text.getBytes(StandardCharsets.UTF_8));
    }

    /** The end of a command. */
    public static Frame status(int status) {
        return new Frame(Kind.STATUS, new byte[] {(byte) status});
    }

    public Kind kind() {
        return kind;
    }

    /** The frame's own; not to be changed. */
    public byte[] content() {
        return content;
    }

    /** The content as text. */
    public String text() {
        return new String(content, StandardCharsets.UTF_8);
    }

    /** The content of {@link Kind#STATUS}; 0 to 255. */
    public int status() {
        return content.length == 1 ? content[0] & 0xff : 1;
    }

    ByteBuffer bytes() {
        return ByteBuffer.allocate(5 + content.length)
                .put(kind.code())
                .putInt(content.length)
                .put(content)
                .flip();
    }
}
