package org.penstock.shell.wire;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/** Reads frames from a stream. One thread. */
public final class FrameReader {
    private final DataInputStream in;

    public FrameReader(InputStream in) {
        this.in = new DataInputStream(in);
    }

    /**
     * The next frame; empty at the end of the stream.
     *
     * @throws IOException the stream failed, ended inside a frame, or does not carry frames
     */
    public Optional<Frame> read() throws IOException {
        int code = in.read();
        if (code < 0) {
            return Optional.empty();
        }
        Frame.Kind kind = Frame.Kind.of((byte) code);
        if (kind == null) {
            throw new IOException("not a frame: kind " + code);
        }
        int length = in.readInt();
        if (length < 0 || length > Frame.MAX_CONTENT) {
            throw new IOException("frame of " + length + " bytes; at most " + Frame.MAX_CONTENT);
        }
        byte[] content = in.readNBytes(length);
        if (content.length < length) {
            throw new EOFException("ended inside a frame");
        }
        return Optional.of(new Frame(kind, content));
    }
}
