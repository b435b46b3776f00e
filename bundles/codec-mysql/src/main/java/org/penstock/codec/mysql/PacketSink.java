package org.penstock.codec.mysql;

import java.nio.ByteBuffer;

/**
 * Takes the payloads of one direction; a payload of 16 MiB and more, sent in several packets, is one.
 *
 * <p>A session may become opaque in any of these calls but {@link #payload}: where understanding ends must not depend on how
 * the stream was cut.
 */
interface PacketSink {
    /** The first byte of the payload's first header was seen; the framer's offset is that byte's. */
    void begun();

    /**
     * The first header is whole.
     *
     * @param length of the first packet; {@link PacketFramer#MAX_LENGTH}: another packet continues it
     * @param sequence the packet's number, 0 to 255
     */
    void started(int length, int sequence);

    /** The next {@code n} bytes of the payload, at the buffer's position, which is left as it is. */
    void payload(ByteBuffer in, int n);

    /** The payload is whole; the framer's offset is behind it. */
    void ended();
}
