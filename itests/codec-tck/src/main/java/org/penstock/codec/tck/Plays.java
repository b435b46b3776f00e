package org.penstock.codec.tck;

import org.penstock.codec.api.CheckpointRefused;
import org.penstock.codec.api.ProtocolCodec;

/** Ways to play a transcript. The bytes of one step pass at one time, however they are cut. */
final class Plays {
    /** When the first step passes. */
    static final long BEGIN_NANOS = 1_700_000_000_000_000_000L;

    /** From one step to the next. */
    static final long STEP_NANOS = 1_000;

    /** Says where a step is cut. */
    @FunctionalInterface
    interface Cutter {
        /** How many of the {@code left} bytes come next; at least 1. */
        int next(int left);
    }

    private Plays() {}

    static Result whole(ProtocolCodec codec, Transcript transcript, Buffers buffers) {
        return cut(codec, transcript, buffers, left -> left);
    }

    static Result cut(ProtocolCodec codec, Transcript transcript, Buffers buffers, Cutter cutter) {
        Player player = new Player(codec, buffers);
        long now = BEGIN_NANOS;
        for (Step step : transcript.steps()) {
            player.now(now);
            int at = 0;
            while (at < step.bytes().length) {
                int n = Math.min(step.bytes().length - at, cutter.next(step.bytes().length - at));
                player.show(step.from(), step.bytes(), at, at + n);
                at += n;
            }
            now += STEP_NANOS;
        }
        return player.close();
    }

    /** Up to a byte of the whole, counted over both ends; the player goes on from there. */
    static Player upTo(ProtocolCodec codec, Transcript transcript, int bytes) {
        Player player = new Player(codec, Buffers.DIRECT);
        show(player, transcript, 0, bytes);
        return player;
    }

    /** The bytes from one to another, counted over both ends. */
    static void show(Player player, Transcript transcript, int begin, int end) {
        long now = BEGIN_NANOS;
        int base = 0;
        for (Step step : transcript.steps()) {
            int from = Math.max(0, begin - base);
            int to = Math.min(step.bytes().length, end - base);
            if (from < to) {
                player.now(now);
                player.show(step.from(), step.bytes(), from, to);
            }
            base += step.bytes().length;
            now += STEP_NANOS;
        }
    }

    /** With a checkpoint, and a fresh session from it, before each byte. */
    static Result movedAtEachByte(ProtocolCodec codec, Transcript transcript) throws CheckpointRefused {
        Player player = new Player(codec, Buffers.DIRECT);
        for (int at = 0; at < transcript.length(); at++) {
            player.moveOn();
            show(player, transcript, at, at + 1);
        }
        player.moveOn();
        return player.close();
    }
}
