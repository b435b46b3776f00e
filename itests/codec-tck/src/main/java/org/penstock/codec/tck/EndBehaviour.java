package org.penstock.codec.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.penstock.codec.api.Outcome;
import org.penstock.codec.api.Refusal;
import org.penstock.codec.api.Side;

/**
 * Promise: wherever a session ends, what was told before stays as it is, what was in flight is told as aborted, and where a
 * codec said that nothing was, nothing is (CodecSession.close, betweenExchanges).
 */
public abstract class EndBehaviour extends CodecBehaviour {
    protected EndBehaviour(CodecUnderTest subject) {
        super(subject);
    }

    @TestFactory
    Stream<DynamicTest> closedAtAnyByteOnlyWhatWasInFlightIsAborted() {
        return each(t -> () -> {
            List<Told> whole = Plays.whole(codec(), t, Buffers.DIRECT).told();
            for (int cut = 0; cut <= t.length(); cut++) {
                Player player = Plays.upTo(codec(), t, cut);
                int before = player.told().size();
                boolean nothingInFlight =
                        player.stop() == null && player.session().betweenExchanges();
                Result result = player.close();
                int at = cut;
                assertEquals(
                        whole.subList(0, before),
                        result.told().subList(0, before),
                        () -> "told before the end at byte " + at);
                for (Told told : result.told().subList(before, result.told().size())) {
                    assertEquals(Outcome.ABORTED, told.outcome(), () -> "in flight at byte " + at + ": " + told);
                }
                assertTrue(
                        !nothingInFlight || result.atClose() == 0,
                        () -> "between exchanges at byte " + at + ", but told by close: " + result.told());
            }
        });
    }

    @TestFactory
    Stream<DynamicTest> bothEndsEndingTellsNoMoreThanClosing() {
        return each(t -> () -> {
            for (int cut = 0; cut <= t.length(); cut++) {
                Result closed = Plays.upTo(codec(), t, cut).close();
                Player ended = Plays.upTo(codec(), t, cut);
                ended.end(Side.CLIENT);
                ended.end(Side.SERVER);
                int at = cut;
                assertEquals(closed.told(), ended.close().told(), () -> "ended at byte " + at);
            }
        });
    }

    @TestFactory
    Stream<DynamicTest> refusalsChangeNothing() {
        return each(t -> () -> {
            Result whole = Plays.whole(codec(), t, Buffers.DIRECT);
            Player player = new Player(codec(), Buffers.DIRECT);
            for (int at = 0; at < t.length(); at++) {
                if (player.stop() == null) {
                    for (Refusal why : Refusal.values()) {
                        player.session().refusal(why);
                    }
                }
                Plays.show(player, t, at, at + 1);
            }
            assertEquals(whole, player.close());
        });
    }
}
