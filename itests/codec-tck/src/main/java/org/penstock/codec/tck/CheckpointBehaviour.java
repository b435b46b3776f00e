package org.penstock.codec.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.penstock.codec.api.CheckpointRefused;

/**
 * Promise: another generation goes on from a checkpoint at any byte as if nothing had happened (CodecSession.checkpoint,
 * ProtocolCodec.restore), and one that cannot be gone on from is refused, never believed.
 */
public abstract class CheckpointBehaviour extends CodecBehaviour {
    protected CheckpointBehaviour(CodecUnderTest subject) {
        super(subject);
    }

    @TestFactory
    Stream<DynamicTest> movingAtEachByteIsTheSame() {
        return each(t -> () -> {
            Result whole = Plays.whole(codec(), t, Buffers.DIRECT);
            assertEquals(whole, Plays.movedAtEachByte(codec(), t));
        });
    }

    @TestFactory
    Stream<DynamicTest> oneMoveAtAnyByteIsTheSame() {
        return each(t -> () -> {
            Result whole = Plays.whole(codec(), t, Buffers.DIRECT);
            for (int cut = 0; cut <= t.length(); cut++) {
                Player player = Plays.upTo(codec(), t, cut);
                player.moveOn();
                Plays.show(player, t, cut, t.length());
                int at = cut;
                assertEquals(whole, player.close(), () -> "moved at byte " + at);
            }
        });
    }

    @TestFactory
    Stream<DynamicTest> damagedCheckpointsAreRefused() {
        return each(t -> () -> {
            Random random = new Random(t.name().hashCode());
            for (int run = 0; run < 20; run++) {
                Player player = Plays.upTo(codec(), t, random.nextInt(t.length() + 1));
                ByteBuffer checkpoint =
                        player.stop() == null ? player.session().checkpoint().orElse(null) : null;
                if (checkpoint != null && checkpoint.hasRemaining()) {
                    byte[] bytes = new byte[checkpoint.remaining()];
                    checkpoint.get(bytes);
                    refusesAllDamage(bytes, random);
                }
            }
        });
    }

    private void refusesAllDamage(byte[] checkpoint, Random random) {
        refuses(checkpoint, checkpoint.length - 1, "cut by one byte");
        refuses(checkpoint, random.nextInt(checkpoint.length), "cut somewhere");
        byte[] flipped = checkpoint.clone();
        int at = random.nextInt(flipped.length);
        flipped[at] ^= (byte) (1 << random.nextInt(8));
        refuses(flipped, flipped.length, "a bit flipped in byte " + at);
        byte[] longer = Arrays.copyOf(checkpoint, checkpoint.length + 1);
        refuses(longer, longer.length, "a byte too long");
    }

    @Test
    void whatIsNoCheckpointIsRefused() {
        refuses(new byte[0], 0, "nothing");
        Random random = new Random(1);
        for (int run = 0; run < 1000; run++) {
            byte[] bytes = new byte[random.nextInt(300)];
            random.nextBytes(bytes);
            refuses(bytes, bytes.length, "noise");
        }
    }

    private void refuses(byte[] bytes, int length, String what) {
        Player player = new Player(codec(), Buffers.DIRECT);
        assertThrows(
                CheckpointRefused.class,
                () -> codec().restore(ByteBuffer.wrap(bytes, 0, length), player.facts(), player.sink()),
                what);
    }
}
