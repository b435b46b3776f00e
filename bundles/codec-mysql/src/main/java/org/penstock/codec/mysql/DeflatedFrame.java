package org.penstock.codec.mysql;

import java.nio.ByteBuffer;
import java.util.function.Consumer;

/** The deflated frame one direction is in the midst of. Between two it has no memory. */
final class DeflatedFrame {
    private final Inflations inflations;
    private Inflation inflation; // null: none was to be had, or it is over
    private boolean secret;

    DeflatedFrame(Inflations inflations) {
        this.inflations = inflations;
    }

    /** One begins; false: there is no memory to see what is in it. */
    boolean begin(int contentBytes, boolean mayBeSecret) {
        secret = mayBeSecret;
        inflation = inflations.take();
        if (inflation == null) {
            return false;
        }
        inflation.begin(contentBytes);
        return true;
    }

    /** Something secret was in it. */
    void hasSecrets() {
        secret = true;
    }

    /** Whether it is secret as a whole. */
    boolean secret() {
        return secret;
    }

    /** See {@link Inflation#take}. */
    int take(ByteBuffer in, int most, Consumer<ByteBuffer> content) {
        return inflation.take(in, most, content);
    }

    /** Whether all that was announced has come, and no more. */
    boolean complete() {
        return inflation.complete();
    }

    /** It is over, or nothing more of it will come. */
    void end() {
        if (inflation != null) {
            inflations.giveBack(inflation);
            inflation = null;
        }
    }
}
