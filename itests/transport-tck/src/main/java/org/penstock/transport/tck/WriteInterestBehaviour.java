package org.penstock.transport.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who asks is told once that there is room, when there is; who does not ask is not told. */
@Timeout(60)
public abstract class WriteInterestBehaviour {
    protected abstract TransportSubject subject();

    @Test
    void whoDoesNotAskIsNotTold() {
        try (Rig rig = Rig.of(subject())) {
            Link link = rig.connect();
            link.write(Samples.direct(10));
            link.peer().expect(10);
            link.peer().send(10);
            link.reading(true);
            link.recorder().awaitReceived(10);
            link.lane().settle();
            assertEquals(0, link.recorder().count(Event.WRITABLE));
        }
    }

    @Test
    void askingTwiceIsAskingOnce() {
        try (Rig rig = Rig.of(subject())) {
            Link link = rig.connect();
            link.lane().run(() -> {
                link.connection().wantWritable();
                link.connection().wantWritable();
            });
            link.recorder().await(Event.WRITABLE);
            link.lane().settle();
            assertEquals(1, link.recorder().count(Event.WRITABLE));
        }
    }

    @Test
    void eachAskingIsToldOnce() {
        try (Rig rig = Rig.of(subject())) {
            AtomicInteger asked = new AtomicInteger();
            Link link = rig.connect(
                    rig.lane(),
                    l -> l.recorder().on(Event.WRITABLE, c -> {
                        if (asked.incrementAndGet() <= 500) {
                            c.wantWritable();
                        }
                    }));
            link.lane().run(() -> link.connection().wantWritable());
            link.recorder().await("501 times writable", r -> r.count(Event.WRITABLE) >= 501);
            link.lane().settle();
            assertEquals(501, link.recorder().count(Event.WRITABLE));
        }
    }

    @Test
    void aFullSocketIsToldWhenThePeerReads() {
        try (Rig rig = Rig.of(subject())) {
            Link link = rig.connect();
            link.lane().run(() -> {
                while (link.connection().write(Samples.direct(1 << 20)) > 0) {
                    // until it is full
                }
            });
            link.lane().settle();
            link.lane().run(() -> {
                while (link.connection().write(Samples.direct(1 << 20)) > 0) {
                    // what the system has moved on in between
                }
                link.connection().wantWritable();
            });
            link.lane().settle();
            int before = link.recorder().count(Event.WRITABLE);
            CompletableFuture<Void> read = Peer.background(() -> link.peer().discard());
            link.recorder().await("writable", r -> r.count(Event.WRITABLE) > before);
            link.close();
            Waits.get(read, "reading");
        }
    }

    @Test
    void theLastBytesGoWhereThePeerIsSlow() {
        try (Rig rig = Rig.of(subject())) {
            Link link = rig.connect();
            link.send(8 << 20);
            int told = 0;
            while (link.peer().received() < 8 << 20) {
                link.peer().readSome(3_001);
                told = link.recorder().count(Event.WRITABLE);
            }
            link.awaitSent();
            int most = (8 << 20) / 3_001 + 2;
            int times = told;
            assertTrue(times <= most, () -> "told " + times + " times for at most " + most + " changes of room");
            link.endAfterwards();
            link.peer().expectEnd();
        }
    }

    @Test
    void askedBeforeItIsOpenItIsToldAfterwards() {
        try (Rig rig = Rig.of(subject())) {
            Link link = new Link(new Recorder(rig.problems()));
            var parked = rig.accepted(link);
            rig.lane().run(() -> {
                link.adoptNow(rig.lane(), parked);
                link.connection().wantWritable();
            });
            link.recorder().await(Event.WRITABLE);
            assertEquals(List.of(Event.OPENED, Event.WRITABLE), link.recorder().events());
        }
    }
}
