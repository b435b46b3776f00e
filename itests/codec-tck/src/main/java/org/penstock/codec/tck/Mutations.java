package org.penstock.codec.tck;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;

/** Transcripts that went wrong: bytes changed, steps lost, doubled, exchanged, cut off; numbers no sane end sends. */
final class Mutations {
    /** Numbers of 4 and 8 bytes whose sign is set, of either byte order, and behind the byte that announces 8 in MySQL. */
    static final List<byte[]> EDGES = List.of(
            number(0, 0, 0, 0x80),
            number(0x80, 0, 0, 0),
            number(0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff),
            number(0xfe, 0, 0, 0, 0, 0, 0, 0, 0x80),
            number(0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff));

    private Mutations() {}

    static Transcript of(Transcript original, Random random) {
        List<Step> steps = new ArrayList<>(original.steps());
        int changes = 1 + random.nextInt(3);
        for (int i = 0; i < changes && !steps.isEmpty(); i++) {
            int at = random.nextInt(steps.size());
            switch (random.nextInt(5)) {
                case 0 -> steps.remove(at);
                case 1 -> steps.add(at, steps.get(at));
                case 2 -> steps.add(random.nextInt(steps.size()), steps.remove(at));
                case 3 -> steps.set(at, cutOff(steps.get(at), random));
                default -> steps.set(at, changed(steps.get(at), random));
            }
        }
        return new Transcript(original.name(), steps, List.of(), List.of(), null);
    }

    /** With the bytes from an offset on, counted over both ends, replaced by others; what is behind the step is left out. */
    static Transcript overwritten(Transcript original, int offset, byte[] by) {
        List<Step> steps = new ArrayList<>();
        int base = 0;
        for (Step step : original.steps()) {
            byte[] bytes = step.bytes();
            int at = offset - base;
            if (at >= 0 && at < bytes.length) {
                bytes = bytes.clone();
                System.arraycopy(by, 0, bytes, at, Math.min(by.length, bytes.length - at));
            }
            steps.add(new Step(step.from(), bytes, new BitSet()));
            base += bytes.length;
        }
        return new Transcript(original.name(), steps, List.of(), List.of(), null);
    }

    private static byte[] number(int... bytes) {
        byte[] number = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            number[i] = (byte) bytes[i];
        }
        return number;
    }

    private static Step cutOff(Step step, Random random) {
        byte[] bytes = new byte[random.nextInt(step.bytes().length + 1)];
        System.arraycopy(step.bytes(), 0, bytes, 0, bytes.length);
        return new Step(step.from(), bytes, new BitSet());
    }

    private static Step changed(Step step, Random random) {
        byte[] bytes = step.bytes().clone();
        for (int i = random.nextInt(4); i >= 0 && bytes.length > 0; i--) {
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
        }
        return new Step(step.from(), bytes, new BitSet());
    }
}
