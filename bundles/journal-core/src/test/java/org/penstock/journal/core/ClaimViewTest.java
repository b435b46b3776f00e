package org.penstock.journal.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClaimViewTest {
    private final ByteBuffer memory = ByteBuffer.allocateDirect(256);

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aRegionIsExactlyThatPartOfTheMemory(boolean move) {
        ClaimView view = new ClaimView(memory, 64, move);
        ByteBuffer region = view.at(40, 8);
        assertEquals(0, region.position());
        assertEquals(8, region.limit());
        region.putLong(0x0102030405060708L);
        assertThrows(RuntimeException.class, () -> region.put((byte) 1));
        assertEquals(0x0102030405060708L, memory.getLong(40));
        assertEquals(0, memory.getLong(32));
        assertEquals(0, memory.getLong(48));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void eachRegionBeginsAfresh(boolean move) {
        ClaimView view = new ClaimView(memory, 64, move);
        view.at(0, 16).order(ByteOrder.LITTLE_ENDIAN).position(3).limit(9);
        ByteBuffer second = view.at(100, 64);
        assertEquals(ByteOrder.BIG_ENDIAN, second.order());
        assertEquals(0, second.position());
        assertEquals(64, second.limit());
        second.put(63, (byte) 9);
        assertEquals(9, memory.get(163));
    }

    @Test
    void onThisJvmAViewIsMovedAndNotMadeAnew() {
        ClaimView view = new ClaimView(memory, 64);
        assertSame(view.at(0, 16), view.at(64, 16));
        ClaimView slices = new ClaimView(memory, 64, false);
        assertNotSame(slices.at(0, 16), slices.at(64, 16));
    }
}
