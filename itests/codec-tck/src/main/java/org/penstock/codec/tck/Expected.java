package org.penstock.codec.tck;

import java.util.Map;
import java.util.Objects;
import org.penstock.codec.api.Outcome;

/**
 * An exchange that a transcript has, as it is to be told. Times are checked apart, since they are the player's.
 *
 * @param kind its kind
 * @param outcome its outcome
 * @param requestBytes its bytes from the client
 * @param responseBytes its bytes from the server
 * @param attributes all of them; values are String or Long
 */
public record Expected(
        String kind, Outcome outcome, long requestBytes, long responseBytes, Map<String, Object> attributes) {
    public Expected {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(outcome, "outcome");
        attributes = Map.copyOf(attributes);
    }
}
