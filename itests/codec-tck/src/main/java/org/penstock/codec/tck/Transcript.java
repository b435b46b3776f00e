package org.penstock.codec.tck;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.penstock.codec.api.Side;

/**
 * A session as it passed: what the ends said, in which order, and what a codec is to tell of it.
 *
 * @param name what it shows
 * @param steps what was said
 * @param exchanges to be told by the end of the last step
 * @param aborted to be told when the session is closed there
 * @param stop where understanding ends; null: it does not
 */
public record Transcript(String name, List<Step> steps, List<Expected> exchanges, List<Expected> aborted, Stop stop) {
    public Transcript {
        Objects.requireNonNull(name, "name");
        steps = List.copyOf(steps);
        exchanges = List.copyOf(exchanges);
        aborted = List.copyOf(aborted);
    }

    /** All bytes of one end. */
    public byte[] stream(Side from) {
        int length = length(from);
        byte[] all = new byte[length];
        int at = 0;
        for (Step step : steps) {
            if (step.from() == from) {
                System.arraycopy(step.bytes(), 0, all, at, step.bytes().length);
                at += step.bytes().length;
            }
        }
        return all;
    }

    /** How many bytes one end said. */
    public int length(Side from) {
        return steps.stream()
                .filter(s -> s.from() == from)
                .mapToInt(s -> s.bytes().length)
                .sum();
    }

    /** How many bytes both ends said. */
    public int length() {
        return length(Side.CLIENT) + length(Side.SERVER);
    }

    /** Which bytes of one end's stream are secret. */
    public Spans secrets(Side from) {
        Spans all = new Spans();
        int at = 0;
        for (Step step : steps) {
            if (step.from() == from) {
                int base = at;
                step.secrets().stream().forEach(i -> all.add(base + i, base + i + 1L));
                at += step.bytes().length;
            }
        }
        return all;
    }

    /** What is to be told when it is played to the end and closed. */
    public List<Expected> all() {
        List<Expected> all = new ArrayList<>(exchanges);
        all.addAll(aborted);
        return all;
    }

    @Override
    public String toString() {
        return name;
    }
}
