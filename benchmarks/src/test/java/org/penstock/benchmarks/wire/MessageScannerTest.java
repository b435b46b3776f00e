package org.penstock.benchmarks.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class MessageScannerTest {
    private final List<Byte> answers = new ArrayList<>();
    private final MessageScanner scanner = new MessageScanner(answers::add);

    @Property
    void everyMessageIsAnsweredByItsLastByteHoweverTheStreamIsCut(
            @ForAll @Size(max = 20) List<@IntRange(min = 1, max = 300) Integer> sizes,
            @ForAll @IntRange(min = 1, max = 64) int cut) {
        ByteArrayOutputStream stream = new ByteArrayOutputStream();
        List<Byte> expected = new ArrayList<>();
        for (int size : sizes) {
            byte last = (byte) (size * 31);
            stream.writeBytes(ByteBuffer.allocate(4 + size)
                    .putInt(0, size)
                    .put(3 + size, last)
                    .array());
            expected.add(last);
        }
        byte[] bytes = stream.toByteArray();
        List<Byte> heard = new ArrayList<>();
        MessageScanner scans = new MessageScanner(heard::add);
        for (int at = 0; at < bytes.length; at += cut) {
            scans.scan(ByteBuffer.wrap(bytes, at, Math.min(cut, bytes.length - at)));
        }
        assertEquals(expected, heard);
    }

    @Test
    void aMessageWithoutItsLastByteIsNotAnswered() {
        scanner.scan(ByteBuffer.allocate(4 + 9).putInt(0, 10));
        assertEquals(List.of(), answers);
    }

    @Test
    void aLengthNoMessageHasMeansThatTheStreamIsOutOfStep() {
        assertThrows(IllegalArgumentException.class, () -> scanner.scan(ByteBuffer.allocate(4)));
        assertThrows(
                IllegalArgumentException.class,
                () -> new MessageScanner(answers::add)
                        .scan(ByteBuffer.allocate(4).putInt(0, -1)));
    }
}
