package org.penstock.transport.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The end of one direction leaves the other open, comes once, and after the last byte. */
@Timeout(60)
public abstract class HalfCloseBehaviour {
    protected abstract TransportSubject subject();

    @Test
    void endOfInputComesOnceAndAfterTheLastByte() {
        try (Rig rig = Rig.of(subject())) {
            Link link = rig.connect();
            CompletableFuture<Void> sent = link.peer().sendInBackground(3 << 20);
            link.reading(true);
            Waits.get(sent, "sending");
            link.peer().end();
            link.recorder().await(Event.INPUT_ENDED);
            assertEquals(3 << 20, link.recorder().received());
            link.close();
            link.recorder().awaitClosed();
            assertEquals(
                    List.of(Event.OPENED, Event.READ, Event.INPUT_ENDED, Event.CLOSED),
                    link.recorder().events());
        }
    }

    @Test
    void endOfInputWithoutAByteIsToldOnce() {
        try (Rig rig = Rig.of(subject())) {
            Link link = rig.adopt();
            link.peer().end();
            link.reading(true);
            link.recorder().await(Event.INPUT_ENDED);
            link.reading(false);
            link.reading(true);
            link.lane().settle();
            assertEquals(
                    List.of(Event.OPENED, Event.INPUT_ENDED), link.recorder().events());
        }
    }

    @Test
    void endOfInputIsNotToldWhileReadingIsOff() {
        try (Rig rig = Rig.of(subject())) {
            Link link = rig.connect();
            link.peer().send(10);
            link.peer().end();
            link.lane().settle();
            assertEquals(List.of(Event.OPENED), link.recorder().events());
            link.reading(true);
            link.recorder().await(Event.INPUT_ENDED);
            assertEquals(10, link.recorder().received());
        }
    }

    @Test
    void outputStaysOpenAfterEndOfInput() {
        try (Rig rig = Rig.of(subject())) {
            Link link = rig.connect();
            link.reading(true);
            link.peer().end();
            link.recorder().await(Event.INPUT_ENDED);
            link.send(8 << 20);
            link.peer().expect(8 << 20);
            link.endAfterwards();
            link.peer().expectEnd();
        }
    }

    @Test
    void whatIsStillToBeSentGoesAfterEndOfInputAndThenTheEnd() {
        try (Rig rig = Rig.of(subject())) {
            Link link = rig.connect();
            link.reading(true);
            link.send(32 << 20);
            link.awaitStandstill();
            link.endAfterwards(); // the socket is full, and nobody has read a byte of it
            link.peer().end();
            link.recorder().await(Event.INPUT_ENDED);
            link.peer().expect(32 << 20);
            link.peer().expectEnd();
        }
    }

    @Test
    void inputStaysOpenAfterEndOfOutput() {
        try (Rig rig = Rig.of(subject())) {
            Link link = rig.connect();
            link.endAfterwards();
            link.peer().expectEnd();
            CompletableFuture<Void> sent = link.peer().sendInBackground(8 << 20);
            link.reading(true);
            link.recorder().awaitReceived(8 << 20);
            Waits.get(sent, "sending");
            link.peer().end();
            link.recorder().await(Event.INPUT_ENDED);
        }
    }

    @Test
    void outputEndsAfterAllThatWasWritten() {
        try (Rig rig = Rig.of(subject())) {
            Link link = rig.connect();
            link.send(16 << 20);
            link.lane().run(() -> {}); // far more than the peer's system takes: it is not all written yet
            CompletableFuture<Void> received = link.peer().expectInBackground(16 << 20);
            link.awaitSent();
            link.endAfterwards();
            Waits.get(received, "receiving");
            link.peer().expectEnd();
        }
    }

    @Test
    void nothingIsWrittenAfterTheEndOfOutput() {
        try (Rig rig = Rig.of(subject())) {
            Link link = rig.connect();
            link.endAfterwards();
            assertEquals(0, link.write(Samples.direct(100)));
            link.lane().settle();
            assertEquals(List.of(Event.OPENED), link.recorder().events());
            link.peer().expectEnd();
        }
    }

    @Test
    void whoAsksAfterTheEndOfOutputIsToldOnce() {
        try (Rig rig = Rig.of(subject())) {
            Link link = rig.connect();
            link.endAfterwards();
            link.lane().run(() -> link.connection().wantWritable());
            link.recorder().await(Event.WRITABLE);
            link.lane().settle();
            assertEquals(1, link.recorder().count(Event.WRITABLE));
            link.peer().expectEnd();
        }
    }

    /** However much of what was written the transport itself has taken, and though the peer has read none of it. */
    @Test
    void onceAllIsFlushedClosingLosesNothing() {
        try (Rig rig = Rig.of(subject())) {
            Link link = rig.connect();
            link.send(32 << 20);
            link.awaitStandstill();
            link.stopSending();
            link.closeWhenFlushed();
            link.peer().expect(link.sent());
            link.peer().expectEnd();
            assertEquals(Link.DONE, link.recorder().awaitClosed());
        }
    }

    @Test
    void bothEndsAtOnceEndNothingElse() {
        try (Rig rig = Rig.of(subject())) {
            Link link = rig.connect();
            link.reading(true);
            link.endAfterwards();
            link.peer().end();
            link.recorder().await(Event.INPUT_ENDED);
            link.lane().settle();
            assertEquals(
                    List.of(Event.OPENED, Event.INPUT_ENDED), link.recorder().events());
            link.close();
            assertEquals(Link.DONE, link.recorder().awaitClosed());
        }
    }
}
