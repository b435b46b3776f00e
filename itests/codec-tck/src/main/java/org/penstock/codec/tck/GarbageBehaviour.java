package org.penstock.codec.tck;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.penstock.codec.api.Side;

/**
 * Promise: whatever the bytes, a decoder comes to an end and never throws, holds no more than its bound, and its state can
 * be saved (Decoder). It may stop understanding, or go on with what happens to make sense.
 */
public abstract class GarbageBehaviour extends CodecBehaviour {
    private static final int RUNS = 300;
    private static final int EDGES_WITHIN_BYTES = 4 << 10;
    private static final int LONG_BYTES = 8 << 20;
    private static final int PIECE_BYTES = 64 << 10;
    private static final long KEPT_BYTES = 2 << 20;

    /** What others let go of meanwhile is in a measurement, too; what a session keeps is in each. */
    private static final int MEASUREMENTS = 3;

    protected GarbageBehaviour(CodecUnderTest subject) {
        super(subject);
    }

    @Test
    void noiseFromBothEndsNeverThrows() {
        for (int seed = 0; seed < RUNS; seed++) {
            Random random = new Random(seed);
            Player player = new Player(codec(), Buffers.DIRECT);
            noise(player, random, 20);
            player.close();
        }
    }

    @TestFactory
    Stream<DynamicTest> noiseBehindTheBeginningOfASessionNeverThrows() {
        return each(t -> () -> {
            for (int seed = 0; seed < RUNS / 3; seed++) {
                Random random = new Random(seed);
                Player player = Plays.upTo(codec(), t, random.nextInt(t.length() + 1));
                noise(player, random, 10);
                player.moveOn();
                noise(player, random, 10);
                player.close();
            }
        });
    }

    private static void noise(Player player, Random random, int pieces) {
        for (int i = 0; i < pieces; i++) {
            byte[] bytes = new byte[1 + random.nextInt(200)];
            random.nextBytes(bytes);
            if (random.nextBoolean()) {
                // small numbers are what lengths and kinds are made of
                for (int k = 0; k < bytes.length; k++) {
                    bytes[k] &= 0x0f;
                }
            }
            player.show(random.nextBoolean() ? Side.CLIENT : Side.SERVER, bytes, 0, bytes.length);
        }
    }

    @TestFactory
    Stream<DynamicTest> changedSessionsNeverThrow() {
        return each(t -> () -> {
            for (int seed = 0; seed < RUNS; seed++) {
                Random random = new Random(seed);
                Plays.cut(codec(), Mutations.of(t, random), Buffers.DIRECT, left -> 1 + random.nextInt(left));
            }
        });
    }

    /** Lengths are numbers of the other end's: at each byte of a session, one no length can have. */
    @TestFactory
    Stream<DynamicTest> numbersAtTheirEdgesNeverThrow() {
        return each(t -> () -> {
            for (byte[] number : Mutations.EDGES) {
                for (int at = 0; at < Math.min(t.length(), EDGES_WITHIN_BYTES); at++) {
                    Plays.whole(codec(), Mutations.overwritten(t, at, number), Buffers.HEAP);
                }
            }
        });
    }

    /** Measured together, which is one measurement for all; where that is too much, each for itself. */
    @TestFactory
    Stream<DynamicTest> whatNeverEndsIsNotKept() {
        return each(t -> () -> {
            List<Endless> all = Endless.all();
            if (keptBytes(t, all) >= KEPT_BYTES) {
                for (Endless one : all) {
                    long kept = keptBytes(t, List.of(one));
                    assertTrue(kept < KEPT_BYTES, () -> one.side() + ": " + kept + " bytes kept of " + LONG_BYTES);
                }
            }
        });
    }

    private long keptBytes(Transcript t, List<Endless> said) {
        long kept = KEPT_BYTES;
        for (int i = 0; i < MEASUREMENTS && kept >= KEPT_BYTES; i++) {
            kept = measuredBytes(t, said);
        }
        return kept;
    }

    /** By sessions in the middle of a transcript, and by whatever lets go of memory just then; 0 where all stop understanding. */
    private long measuredBytes(Transcript t, List<Endless> said) {
        List<Player> players = new ArrayList<>();
        for (Endless one : said) {
            Player player = Plays.upTo(codec(), t, new Random(1).nextInt(t.length() + 1));
            one.to(player);
            if (player.stop() == null) {
                players.add(player);
            }
        }
        if (players.isEmpty()) {
            return 0;
        }
        long with = usedBytes();
        players.forEach(Player::close);
        players.clear();
        return with - usedBytes();
    }

    /** The same piece from one end again and again. */
    private record Endless(Side side, byte[] piece) {
        /** Noise and the same byte, from each end. */
        static List<Endless> all() {
            List<Endless> all = new ArrayList<>();
            for (Side side : Side.values()) {
                for (int fill : new int[] {-1, 0x00, 'a'}) {
                    byte[] piece = new byte[PIECE_BYTES];
                    if (fill < 0) {
                        new Random(2).nextBytes(piece);
                    } else {
                        Arrays.fill(piece, (byte) fill);
                    }
                    all.add(new Endless(side, piece));
                }
            }
            return all;
        }

        void to(Player player) {
            for (int sent = 0; sent < LONG_BYTES && player.stop() == null; sent += piece.length) {
                player.show(side, piece, 0, piece.length);
            }
        }
    }

    /** The least of some: what other threads leave behind meanwhile is not the codec's. */
    private static long usedBytes() {
        Runtime runtime = Runtime.getRuntime();
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 4; i++) {
            System.gc();
            least = Math.min(least, runtime.totalMemory() - runtime.freeMemory());
        }
        return least;
    }
}
