package org.penstock.benchmarks.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class NumberedReaderTest {
    private static final int SIZE = 40;

    private static ByteBuffer stream(long... numbers) {
        NumberedMessage message = new NumberedMessage(SIZE);
        ByteBuffer stream = ByteBuffer.allocate(SIZE * numbers.length);
        for (long number : numbers) {
            message.bytes().putLong(NumberedMessage.CONTENT, number * 3);
            message.seal(number);
            stream.put(message.bytes().clear());
        }
        return stream.flip();
    }

    private static NumberedReader reader() {
        return new NumberedReader(SIZE, message -> {});
    }

    @Property
    void everyMessageComesWholeHoweverTheStreamIsCut(@ForAll @IntRange(min = 1, max = 3 * SIZE) int cut) {
        List<Long> heard = new ArrayList<>();
        NumberedReader reader =
                new NumberedReader(SIZE, message -> heard.add(message.getLong(NumberedMessage.CONTENT)));
        ByteBuffer stream = stream(0, 1, 2, 3);
        while (stream.hasRemaining()) {
            int n = Math.min(cut, stream.remaining());
            reader.read(stream.slice(stream.position(), n));
            stream.position(stream.position() + n);
        }
        assertEquals(List.of(0L, 3L, 6L, 9L), heard);
        assertEquals(4, reader.whole());
        assertTrue(reader.isBetween());
    }

    @Property
    void everyChangedByteIsFoundOut(@ForAll @IntRange(min = 0, max = SIZE - 1) int place) {
        ByteBuffer stream = stream(0);
        stream.put(place, (byte) (stream.get(place) ^ 1));
        assertThrows(IllegalArgumentException.class, () -> reader().read(stream));
    }

    @Test
    void aMessageThatIsLostOrDoubledIsFoundOut() {
        assertThrows(IllegalArgumentException.class, () -> reader().read(stream(0, 2)));
        assertThrows(IllegalArgumentException.class, () -> reader().read(stream(0, 0)));
    }

    @Test
    void aMessageThatHasOnlyBegunIsNoMessage() {
        NumberedReader reader = reader();
        reader.read(stream(0).limit(SIZE - 1));
        assertEquals(0, reader.whole());
        assertEquals(false, reader.isBetween());
    }
}
