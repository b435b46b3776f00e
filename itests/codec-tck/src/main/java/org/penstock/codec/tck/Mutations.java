package org.penstock.codec.tck;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;

/** Transcripts that went wrong: bytes changed, steps lost, doubled, exchanged, cut off. */
final class Mutations {
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
