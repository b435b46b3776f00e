package org.penstock.journal.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Promise: the last byte that is not zero is found, whichever it is and however much there is. */
class ZerosTest {
    private static final int AT = 5;

    private static List<ByteBuffer> buffers(int length) {
        return List.of(ByteBuffer.allocate(length), ByteBuffer.allocateDirect(length));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 7, 8, 9, 4096, 65535, 65536, 65537, 200_000})
    void whatIsZeroThroughoutHasNoContent(int length) {
        for (ByteBuffer b : buffers(length)) {
            assertTrue(Zeros.fill(b));
            assertEquals(length, Zeros.endOfContent(b, length));
            assertEquals(length / 2, Zeros.endOfContent(b, length / 2));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 8, 9, 4096, 65535, 65536, 65537, 200_000})
    void contentEndsBehindItsLastByte(int length) {
        for (ByteBuffer b : buffers(length)) {
            // every place in a short one; in a long one those at its ends and where blocks meet
            IntStream.range(0, length)
                    .filter(i -> length < 100 || i < 9 || i >= length - 9 || i % 65536 < 9 || (length - i) % 65536 < 9)
                    .forEach(i -> {
                        b.put(i, (byte) 0x80);
                        assertFalse(Zeros.fill(b));
                        assertEquals(i + 1, Zeros.endOfContent(b, 0));
                        assertEquals(i + 1, Zeros.endOfContent(b, i));
                        assertEquals(i + 1, Zeros.endOfContent(b, i + 1), "what is before is not looked at");
                        b.put(0, (byte) 1);
                        assertEquals(i + 1, Zeros.endOfContent(b, 0), "the last one counts");
                        b.put(0, (byte) 0).put(i, (byte) 0);
                    });
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 65536, 200_000})
    void onlyTheLimitBounds(int length) {
        for (ByteBuffer b : buffers(length + AT)) {
            b.put(length, (byte) 1).position(AT).limit(length);
            assertTrue(Zeros.fill(b));
            assertEquals(AT, b.position());
            b.put(0, (byte) 1);
            assertFalse(Zeros.fill(b), "what is before the position counts too");
        }
    }
}
