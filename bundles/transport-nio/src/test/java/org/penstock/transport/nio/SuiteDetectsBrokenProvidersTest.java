package org.penstock.transport.nio;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectNestedMethod;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.platform.testkit.engine.EngineTestKit;

/** Each promise of the suite fails on a transport that breaks it: a suite that never fails would be decoration. */
@Timeout(60)
final class SuiteDetectsBrokenProvidersTest {
    private static final String PATIENCE = "penstock.tck.patienceSeconds";

    private static final String DETECTED_BY = """
            OPENS_TWICE, Opening, aConnectedSocketOpensOnce
            OPENS_WITHIN_CONNECT, Opening, aConnectedSocketOpensOnce
            FORGETS_REFUSED_CONNECTS, Opening, aRefusedConnectIsTold
            READS_WHILE_OFF, Reading, readingStopsAtOnceAndGoesOnWhereItWas
            READS_WHILE_OFF, BackPressure, aPeerThatSendsAllBeforeItReadsLosesNothing
            LOSES_A_BYTE, Reading, bothDirectionsProgressAtOnce
            IGNORES_THE_LARGEST_READ, Reading, noReadIsLargerThanTheOptionsSay
            GIVES_BUFFERS_BACK_TOO, Reading, readingStopsAtOnceAndGoesOnWhereItWas
            LEAKS_BUFFERS, HalfClose, endOfInputComesOnceAndAfterTheLastByte
            WRITES_TWICE, Writing, theBufferIsTheCallersAgainAtOnce
            WRITES_TWICE, Moves, withAPeerThatReadsAByteAtATime
            CLAIMS_TO_HAVE_WRITTEN_ALL, Writing, moreThanTheSocketTakesIsTakenInPart
            CLAIMS_TO_HAVE_FLUSHED_ALL, Adopt, onceUnwrittenBytesAreFlushedClosingLosesNothing
            FORGETS_WRITABLE, HalfClose, whoAsksAfterTheEndOfOutputIsToldOnce
            FORGETS_WRITABLE, WriteInterest, theLastBytesGoWhereThePeerIsSlow
            TELLS_WRITABLE_AGAIN_AND_AGAIN, WriteInterest, askingTwiceIsAskingOnce
            TELLS_WRITABLE_AGAIN_AND_AGAIN, Quiet, afterWritableWasTold
            ENDS_BOTH_DIRECTIONS, HalfClose, inputStaysOpenAfterEndOfOutput
            ENDS_OUTPUT_WITH_INPUT, HalfClose, outputStaysOpenAfterEndOfInput
            ENDS_OUTPUT_WITH_INPUT, HalfClose, whatIsStillToBeSentGoesAfterEndOfInputAndThenTheEnd
            TELLS_THE_END_TWICE, HalfClose, endOfInputWithoutAByteIsToldOnce
            CALLS_A_RESET_AN_ERROR, Reset, whileReading
            TAKES_A_RESET_FOR_AN_END, Reset, afterBytesThatAreStillRead
            CLOSES_TWICE, Closing, theFirstReasonCounts
            CLOSES_TWICE, Closing, ofManyAtOnceEachIsToldOnce
            CLOSES_TWICE, Closing, withRoomWaitedForAndTheOutputEnded
            CLOSES_WITHIN_CLOSE, Closing, isToldWithItsReasonAndThePeerSeesTheEnd
            FORGETS_THE_REASON, Closing, isToldWithItsReasonAndThePeerSeesTheEnd
            IGNORES_WHAT_HANDLERS_THROW, HandlerFailure, closesItsConnection(org.penstock.transport.tck.Event)
            RUNS_TASKS_AT_ONCE, Tasks, givenOnTheStrandTheyRunAfterwards
            RUNS_TASKS_AT_ONCE, Reentrancy, 'takesEffectAfterTheCallback(org.penstock.transport.tck.ReentrancyBehaviour$Act, org.penstock.transport.tck.Event)'
            SWALLOWS_TASKS_AFTER_CLOSE, Tasks, thoseTakenRunBeforeTheStrandEndsAndNoneIsTakenAfterwards
            LOSES_A_TASK_NOW_AND_THEN, Tasks, wakeAStrandThatIsAboutToSleep
            RUNS_TIMERS_EARLY, Timers, runNotBeforeTheirTime
            DOES_NOT_CANCEL, Timers, cancelledOnesDoNotRun
            ASKS_AN_EMPTY_POOL_AGAIN_AND_AGAIN, PoolExhaustion, thePoolIsNotAskedAgainAndAgain
            ASKS_AN_EMPTY_POOL_AGAIN_AND_AGAIN, Quiet, whileThePoolHasNothingLeft
            DOES_NOT_GO_ON_AFTER_AN_EMPTY_POOL, PoolExhaustion, readingWaitsAndGoesOnForAll
            KNOWS_NO_TURNS, Fairness, whoWaitsIsServedAfterAFewTurnsOfTheBusyOne
            SPINS, Quiet, withIdleConnections
            SKIPS_SELECT_NOW, Detach, aSocketMayComeBackToTheSameStrandAtOnce
            SKIPS_SELECT_NOW, Detach, aSocketThatItsHolderClosesIsGone
            SKIPS_SELECT_NOW, Detach, aSocketIsServedElsewhereWhileItsOldStrandIsBusy
            SKIPS_SELECT_NOW, Closing, theSocketIsGoneWhenItIsTold
            CALLS_AFTER_DETACH, Detach, nothingIsToldFromTheCallOn
            LOSES_A_BYTE_WHEN_DETACHED, Moves, amongStrandsOfTheSameTransport
            FORGETS_THAT_IT_IS_LOST, Detach, oneThatWasLostMeanwhileIsHandedOverAsLost
            DROPS_UNREAD_BYTES, Adopt, unreadBytesComeFirstAndOnlyWhenReadingIsOn
            DROPS_UNWRITTEN_BYTES, Adopt, unwrittenBytesGoOutBeforeAnythingNew
            TELLS_THE_END_AGAIN_WHEN_ADOPTED, Adopt, anEndThatWasToldIsNotToldAgain
            COPIES_NOTHING, WritePolicies, aSmallRestIsTakenAndItsBufferIsTheCallersAgain
            KEEPS_THE_CALLERS_BUFFER, WritePolicies, aSmallRestIsTakenAndItsBufferIsTheCallersAgain
            COPIES_UNASKED, WritePolicies, moreThanTheLimitIsLeftToTheCaller
            COPIES_UNASKED, WritePolicies, anotherPolicyHoldsFromTheMoveOn
            COPIES_WHATEVER_IT_IS, WritePolicies, memoryIsBoundedWhereThePeerNeverReads(int)
            COPIES_INTO_A_BUFFER_EACH, WritePolicies, smallRestsShareBuffers
            LETS_NEW_BYTES_PASS_COPIES, WritePolicies, 'allArrivesInOrder(int, int)'
            TELLS_ROOM_BEFORE_COPIES_ARE_OUT, WritePolicies, roomIsToldWhenTheCopiesAreOut
            ENDS_THE_OUTPUT_BEFORE_COPIES, WritePolicies, theEndOfOutputComesAfterTheCopies
            LEAKS_COPIES, WritePolicies, copiesAreGivenBackWhereTheConnectionEnds
            FORGETS_COPIES_IN_A_MOVE, WritePolicies, anotherPolicyHoldsFromTheMoveOn
            IGNORES_THE_SEND_BUFFER, SocketOptions, sizesAreSetOnSocketsThatAreAdopted
            IGNORES_THE_SEND_BUFFER, SocketOptions, sizesAreSetOnSocketsThatAreConnected
            IGNORES_THE_RECEIVE_BUFFER, SocketOptions, sizesAreSetOnSocketsThatAreAdopted
            IGNORES_THE_RECEIVE_BUFFER, SocketOptions, sizesAreSetOnSocketsThatAreConnected
            SIZES_UNASKED, SocketOptions, withoutSizesTheyStayAsTheyAre
            WAITS_TO_SEND_MORE, SocketOptions, nothingIsDelayedAndPeersAreKeptAnEyeOn
            LOOKS_AFTER_NO_PEER, SocketOptions, nothingIsDelayedAndPeersAreKeptAnEyeOn
            SIZES_THE_FIRST_TIME_ONLY, SocketOptions, aMoveSetsWhatItsNewStrandSays
            SAYS_CLOSED_AND_IS_NOT, StrandEnd, closeEndsEveryConnection
            LEAVES_STRANDS_WHEN_DEACTIVATED, StrandEnd, deactivationClosesWhatIsLeftAndOpensNothingMore
            """;

    @BeforeEach
    void bePatientNoLongerThanNeeded() {
        System.setProperty(PATIENCE, "1");
    }

    @AfterEach
    void bePatient() {
        System.clearProperty(PATIENCE);
    }

    @ParameterizedTest(name = "{0} by {1}.{2}")
    @CsvSource(textBlock = DETECTED_BY)
    void detects(String defect, String behaviour, String promise) {
        int parameters = promise.indexOf('(');
        String method = parameters < 0 ? promise : promise.substring(0, parameters);
        String types = parameters < 0 ? "" : promise.substring(parameters + 1, promise.length() - 1);
        BrokenTck.defect = Defect.named(defect);
        var tests = EngineTestKit.engine("junit-jupiter")
                .selectors(selectNestedMethod(
                        List.of(BrokenTck.class.getName()),
                        "org.penstock.transport.tck.TransportTck$" + behaviour,
                        method,
                        types))
                .execute()
                .testEvents();
        assertTrue(tests.started().count() > 0, "no such test");
        assertTrue(tests.failed().count() > 0, "the suite is content with a transport that is broken");
    }

    @Test
    void everyDefectIsTried() {
        Set<Defect> tried = DETECTED_BY
                .lines()
                .map(line -> Defect.named(line.substring(0, line.indexOf(',')).strip()))
                .collect(Collectors.toSet());
        assertEquals(Set.copyOf(Defect.all()), tried);
    }
}
