package org.penstock.codec.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.penstock.codec.api.Outcome;
import org.penstock.codec.api.Side;
import org.penstock.codec.tck.LineCodec.Flaw;

/** The suite lets a good codec pass, and finds each flaw. */
class SuiteTest {
    @Test
    void aGoodCodecPasses() {
        assertEquals(Set.of(), failures(Flaw.NONE));
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void aFlawIsFound(Flaw flaw) {
        Set<String> failures = failures(flaw);
        assertTrue(failures.contains(foundBy(flaw)), () -> "found by " + failures);
    }

    @Test
    void aDecoderThatHangsIsAFailure() {
        CountDownLatch never = new CountDownLatch(1);
        Executable hangs = () -> never.await();
        assertThrows(
                AssertionError.class,
                CodecBehaviour.test("hangs", Duration.ofMillis(10), hangs).getExecutable());
    }

    private static String foundBy(Flaw flaw) {
        return switch (flaw) {
            case NONE -> "nothing";
            case TAKES_A_BUFFER_FOR_A_LINE, TELLS_SECRETS_OF_WHOLE_LINES_ONLY -> "splits";
            case KEEPS_THE_BUFFER -> "exchanges";
            case WRITES_INTO_THE_BUFFER, MOVES_THE_LIMIT, CHANGES_THE_BYTE_ORDER, NEEDS_AN_ARRAY -> "buffers";
            case TELLS_TWICE, YIELDS_WITHOUT_MOVING, YIELDS_AT_THE_LIMIT -> "exchanges";
            case FORGETS_WHAT_IS_IN_FLIGHT -> "exchanges";
            case SAYS_BETWEEN_EXCHANGES_TOO_EARLY -> "ends";
            case LOSES_THE_REQUEST_AT_A_CHECKPOINT, BELIEVES_ANY_CHECKPOINT -> "checkpoints";
            case THROWS_ON_LONG_LINES, KEEPS_LONG_LINES, MOVES_BY_A_NEGATIVE_LENGTH -> "garbage";
        };
    }

    private static Set<String> failures(Flaw flaw) {
        CodecUnderTest subject = new CodecUnderTest(() -> new LineCodec(flaw), List.of(transcript()));
        ExchangeBehaviour exchanges = new ExchangeBehaviour(subject) {};
        SplitBehaviour splits = new SplitBehaviour(subject) {};
        CheckpointBehaviour checkpoints = new CheckpointBehaviour(subject) {};
        BufferBehaviour buffers = new BufferBehaviour(subject) {};
        EndBehaviour ends = new EndBehaviour(subject) {};
        GarbageBehaviour garbage = new GarbageBehaviour(subject) {};
        Set<String> failures = new TreeSet<>();
        check("exchanges", failures, exchanges.exchangesAreToldAsTheyWere());
        check("exchanges", failures, exchanges.secretsAreExactlyThoseOfTheTranscript());
        check("exchanges", failures, exchanges.timesAreThoseOfTheCalls());
        check("splits", failures, splits.byteForByteIsTheSame());
        check("splits", failures, splits.oneCutAtAnyByteIsTheSame());
        check("splits", failures, splits.randomCutsAreTheSame());
        check("checkpoints", failures, checkpoints.movingAtEachByteIsTheSame());
        check("checkpoints", failures, checkpoints.oneMoveAtAnyByteIsTheSame());
        check("checkpoints", failures, checkpoints.damagedCheckpointsAreRefused());
        check("checkpoints", failures, checkpoints::whatIsNoCheckpointIsRefused);
        check("buffers", failures, buffers.allKindsOfBuffersAreReadTheSame());
        check("ends", failures, ends.closedAtAnyByteOnlyWhatWasInFlightIsAborted());
        check("ends", failures, ends.bothEndsEndingTellsNoMoreThanClosing());
        check("ends", failures, ends.refusalsChangeNothing());
        check("garbage", failures, garbage::noiseFromBothEndsNeverThrows);
        check("garbage", failures, garbage.noiseBehindTheBeginningOfASessionNeverThrows());
        check("garbage", failures, garbage.changedSessionsNeverThrow());
        check("garbage", failures, garbage.numbersAtTheirEdgesNeverThrow());
        check("garbage", failures, garbage.whatNeverEndsIsNotKept());
        return failures;
    }

    private static void check(String behaviour, Set<String> failures, Stream<DynamicTest> tests) {
        tests.forEach(test -> check(behaviour, failures, test.getExecutable()));
    }

    private static void check(String behaviour, Set<String> failures, Executable test) {
        try {
            test.execute();
        } catch (Throwable failure) { // of any kind: as JUnit sees it
            failures.add(behaviour);
        }
    }

    private static Transcript transcript() {
        return new Transcript(
                "two lines and a half",
                List.of(
                        step(Side.CLIENT, "hello #secret\n", 7, 13),
                        step(Side.SERVER, "welcome\n", 0, 0),
                        step(Side.CLIENT, "more\n", 0, 0),
                        step(Side.SERVER, "enough\n", 0, 0),
                        step(Side.CLIENT, "and", 0, 0)),
                List.of(line("hello #******\n", Outcome.OK, 8), line("more\n", Outcome.OK, 7)),
                List.of(line("and", Outcome.ABORTED, 0)),
                null);
    }

    private static Step step(Side from, String text, int secretFrom, int secretTo) {
        BitSet secrets = new BitSet();
        secrets.set(secretFrom, secretTo);
        return new Step(from, text.getBytes(StandardCharsets.US_ASCII), secrets);
    }

    private static Expected line(String text, Outcome outcome, long responseBytes) {
        return new Expected("LINE", outcome, text.length(), responseBytes, Map.of("line", text));
    }
}
