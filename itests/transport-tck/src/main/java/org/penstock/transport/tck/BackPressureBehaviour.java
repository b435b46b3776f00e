package org.penstock.transport.tck;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A peer that sends and does not read costs a few buffers, and nothing of its stream. */
@Timeout(60)
public abstract class BackPressureBehaviour {
    private static final int MESSAGE = 2_048;
    private static final int MESSAGES = 20_000;

    protected abstract TransportSubject subject();

    private static Echo echoOn(Rig rig, Link link) {
        Echo echo = new Echo(rig.lane().pool());
        var parked = rig.accepted(link);
        rig.lane().run(() -> rig.lane().strand().adopt(parked, echo));
        return echo;
    }

    @Test
    void aPeerThatSendsAllBeforeItReadsLosesNothing() {
        try (Rig rig = Rig.of(subject())) {
            Link link = new Link(new Recorder(rig.problems()));
            Echo echo = echoOn(rig, link);
            CompletableFuture<Void> sent = Peer.background(() -> {
                for (int i = 0; i < MESSAGES; i++) {
                    link.peer().send(MESSAGE);
                }
                link.peer().end();
            });
            Waits.until(() -> echo.pauses() > 0, () -> "the socket to be full");
            rig.lane().settle();
            assertTrue(
                    rig.lane().pool().mostEverOut() <= 1 + subject().buffersAhead(),
                    () -> "buffers: " + rig.lane().pool().mostEverOut());
            link.peer().expect((long) MESSAGES * MESSAGE);
            link.peer().expectEnd();
            Waits.get(sent, "sending");
        }
    }

    @Test
    void aPeerThatReadsAByteAtATimeHoldsUpNobodyElse() {
        try (Rig rig = Rig.of(subject())) {
            Link slow = new Link(new Recorder(rig.problems()));
            Echo echo = echoOn(rig, slow);
            CompletableFuture<Void> sent = slow.peer().sendInBackground(8 << 20);
            Waits.until(() -> echo.pauses() > 0, () -> "the socket to be full");
            Link quick = new Link(new Recorder(rig.problems()));
            echoOn(rig, quick);
            for (int i = 0; i < 1_000; i++) {
                slow.peer().expect(1);
                quick.peer().send(100);
                quick.peer().expect(100);
            }
            slow.peer().expect((8 << 20) - 1_000);
            Waits.get(sent, "sending");
        }
    }

    @Test
    void bothEndsSendingWithoutReadingStandStillAndGoOn() {
        try (Rig rig = Rig.of(subject())) {
            Link link = rig.connect();
            link.send(32 << 20);
            CompletableFuture<Void> sent = link.peer().sendInBackground(32 << 20);
            rig.lane().settle();
            assertTrue(
                    rig.lane().pool().mostEverOut() <= subject().buffersAhead(),
                    () -> "buffers: " + rig.lane().pool().mostEverOut());
            assertTrue(link.recorder().received() == 0, "read while reading is off");
            link.reading(true);
            CompletableFuture<Void> received = link.peer().expectInBackground(32 << 20);
            link.recorder().awaitReceived(32 << 20);
            Waits.get(sent, "sending");
            Waits.get(received, "receiving");
        }
    }
}
