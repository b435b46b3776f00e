package org.penstock.codec.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Promise: a buffer is lent; of whatever kind it is, it is read the same, left as it was, and not needed afterwards (Decoder).
 * The player checks the second at each call, and spoils what it lent for the third.
 */
public abstract class BufferBehaviour extends CodecBehaviour {
    protected BufferBehaviour(CodecUnderTest subject) {
        super(subject);
    }

    @TestFactory
    Stream<DynamicTest> allKindsOfBuffersAreReadTheSame() {
        return transcripts()
                .flatMap(t -> Arrays.stream(Buffers.values())
                        .map(kind -> test(t.name() + ", " + kind, () -> {
                            Result direct = Plays.whole(codec(), t, Buffers.DIRECT);
                            assertEquals(direct, Plays.whole(codec(), t, kind), "whole");
                            assertEquals(direct, Plays.cut(codec(), t, kind, left -> 3), "in threes");
                        })));
    }
}
