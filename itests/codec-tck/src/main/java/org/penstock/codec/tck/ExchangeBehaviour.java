package org.penstock.codec.tck;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.penstock.codec.api.Outcome;
import org.penstock.codec.api.Side;

/** Promise: a session's exchanges are told, each once, complete and in order (Exchange, ExchangeSink). */
public abstract class ExchangeBehaviour extends CodecBehaviour {
    protected ExchangeBehaviour(CodecUnderTest subject) {
        super(subject);
    }

    @TestFactory
    Stream<DynamicTest> exchangesAreToldAsTheyWere() {
        return each(t -> () -> {
            Result result = Plays.whole(codec(), t, Buffers.DIRECT);
            assertAll(
                    () -> assertEquals(t.exchanges(), result.beforeClose(), "told while it passed"),
                    () -> assertEquals(t.aborted(), result.byClose(), "told when it was closed"),
                    () -> assertEquals(t.stop(), result.stop(), "where understanding ends"));
        });
    }

    @TestFactory
    Stream<DynamicTest> secretsAreExactlyThoseOfTheTranscript() {
        return each(t -> () -> {
            Result result = Plays.whole(codec(), t, Buffers.DIRECT);
            assertEquals(t.secrets(Side.CLIENT), result.clientSecrets(), "the client's");
            assertEquals(t.secrets(Side.SERVER), result.serverSecrets(), "the server's");
        });
    }

    @TestFactory
    Stream<DynamicTest> timesAreThoseOfTheCalls() {
        return each(t -> () -> {
            long last = Plays.BEGIN_NANOS + Plays.STEP_NANOS * t.steps().size();
            for (Told told : Plays.whole(codec(), t, Buffers.DIRECT).told()) {
                assertTrue(told.startedNanos() >= Plays.BEGIN_NANOS, () -> "begins before the session: " + told);
                assertTrue(told.durationNanos() >= 0, () -> "ends before it begins: " + told);
                assertTrue(told.startedNanos() + told.durationNanos() < last, () -> "ends in the future: " + told);
                assertTrue(
                        told.firstByteNanos() >= -1 && told.firstByteNanos() <= told.durationNanos(),
                        () -> "first byte outside of it: " + told);
                if (told.outcome() == Outcome.NONE) {
                    assertEquals(-1, told.firstByteNanos(), () -> "a response to what has none: " + told);
                }
            }
        });
    }
}
