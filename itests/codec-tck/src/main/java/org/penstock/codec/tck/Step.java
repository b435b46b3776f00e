package org.penstock.codec.tck;

import java.util.BitSet;
import java.util.Objects;
import org.penstock.codec.api.Side;

/**
 * Something one end says.
 *
 * @param from who
 * @param bytes what; not changed afterwards
 * @param secrets which of them are secret, by index
 */
public record Step(Side from, byte[] bytes, BitSet secrets) {
    public Step {
        Objects.requireNonNull(from, "from");
        Objects.requireNonNull(bytes, "bytes");
        Objects.requireNonNull(secrets, "secrets");
    }
}
