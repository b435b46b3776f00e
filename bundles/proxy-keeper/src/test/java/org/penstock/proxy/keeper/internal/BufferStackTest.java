package org.penstock.proxy.keeper.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class BufferStackTest {
    private int asked;

    private ByteBuffer atMostTwo(int size) {
        if (++asked > 2) {
            throw new OutOfMemoryError("Cannot reserve " + size + " bytes of direct buffer memory");
        }
        return ByteBuffer.allocateDirect(size);
    }

    @Test
    void whereTheSystemHasLessThanTheLimitThatIsTheLimit() {
        BufferStack stack = new BufferStack(1_024, 10_240, this::atMostTwo);
        ByteBuffer first = stack.take();
        assertNotNull(stack.take());
        assertNull(stack.take());
        assertNull(stack.take());
        assertEquals(3, asked, "it is asked no more: a refusal takes the JVM half a second");
        assertEquals(2_048, stack.limit());
        assertFalse(stack.hasOne());
        stack.give(first);
        assertSame(first, stack.take());
    }
}
