package org.penstock.codec.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Promise: buffers are split anywhere, and it makes no difference (Decoder): exchanges, times, secrets, stop. */
public abstract class SplitBehaviour extends CodecBehaviour {
    private static final int RANDOM_RUNS = 50;

    protected SplitBehaviour(CodecUnderTest subject) {
        super(subject);
    }

    @TestFactory
    Stream<DynamicTest> byteForByteIsTheSame() {
        return each(t -> () -> {
            Result whole = Plays.whole(codec(), t, Buffers.DIRECT);
            assertEquals(whole, Plays.cut(codec(), t, Buffers.DIRECT, left -> 1));
        });
    }

    @TestFactory
    Stream<DynamicTest> oneCutAtAnyByteIsTheSame() {
        return each(t -> () -> {
            Result whole = Plays.whole(codec(), t, Buffers.DIRECT);
            for (int cut = 1; cut < t.length(); cut++) {
                Player player = Plays.upTo(codec(), t, cut);
                Plays.show(player, t, cut, t.length());
                int at = cut;
                assertEquals(whole, player.close(), () -> "cut at byte " + at);
            }
        });
    }

    @TestFactory
    Stream<DynamicTest> randomCutsAreTheSame() {
        return each(t -> () -> {
            Result whole = Plays.whole(codec(), t, Buffers.DIRECT);
            for (int seed = 0; seed < RANDOM_RUNS; seed++) {
                Random random = new Random(seed);
                Result cut = Plays.cut(codec(), t, Buffers.DIRECT, left -> 1 + random.nextInt(Math.min(left, 40)));
                int run = seed;
                assertEquals(whole, cut, () -> "seed " + run);
            }
        });
    }
}
