package org.penstock.codec.tck;

import java.util.Objects;
import org.penstock.codec.api.Side;

/**
 * Where a codec stopped understanding, or ended the session.
 *
 * @param from whose bytes were being decoded
 * @param offset in that end's stream; what is before it was understood
 * @param reason as the codec said it
 */
public record Stop(Side from, long offset, String reason) {
    public Stop {
        Objects.requireNonNull(from, "from");
        Objects.requireNonNull(reason, "reason");
    }
}
