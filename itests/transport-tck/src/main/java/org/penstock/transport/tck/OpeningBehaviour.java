package org.penstock.transport.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.penstock.transport.api.CloseReason;

/** A connection opens once, or is closed once with the cause; neither within the call that began it. */
@Timeout(60)
public abstract class OpeningBehaviour {
    protected abstract TransportSubject subject();

    @Test
    void aConnectedSocketOpensOnce() {
        try (Rig rig = Rig.of(subject())) {
            Link link = rig.connect();
            rig.lane().settle();
            assertEquals(List.of(Event.OPENED), link.recorder().events());
        }
    }

    @Test
    void anAdoptedSocketOpensOnce() {
        try (Rig rig = Rig.of(subject())) {
            Link link = rig.adopt();
            rig.lane().settle();
            assertEquals(List.of(Event.OPENED), link.recorder().events());
        }
    }

    @Test
    void manyOpenAtOnce() {
        try (Rig rig = Rig.of(subject())) {
            List<Link> links = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                Link link = rig.startConnect();
                link.meets(rig.acceptPeer());
                links.add(link);
            }
            for (Link link : links) {
                link.recorder().await(Event.OPENED);
                link.send(10);
                link.peer().expect(10);
            }
        }
    }

    @Test
    void nothingIsWrittenBeforeItIsOpen() {
        try (Rig rig = Rig.of(subject());
                Blackhole nowhere = Blackhole.open()) {
            Link link = rig.startConnect(nowhere.address());
            assertEquals(0, link.write(Samples.direct(10)));
            link.close();
            assertEquals(Link.DONE, link.recorder().awaitClosed());
        }
    }

    @Test
    void aRefusedConnectIsTold() {
        try (Rig rig = Rig.of(subject())) {
            Link link = rig.startConnect(Blackhole.refusing());
            CloseReason reason = link.recorder().awaitClosed();
            assertEquals(CloseReason.Kind.CONNECT_REFUSED, reason.kind());
            assertEquals(List.of(Event.CLOSED), link.recorder().events());
        }
    }

    @Test
    void aConnectThatCannotBeginIsTold() {
        try (Rig rig = Rig.of(subject())) {
            Link link = rig.startConnect(InetSocketAddress.createUnresolved("nowhere.invalid", 1));
            CloseReason reason = link.recorder().awaitClosed();
            assertEquals(CloseReason.Kind.CONNECT_FAILED, reason.kind());
            assertFalse(reason.text().contains("\n"));
            assertEquals(List.of(Event.CLOSED), link.recorder().events());
        }
    }

    @Test
    void aConnectThatCannotBeginMayBeClosedFirst() {
        try (Rig rig = Rig.of(subject())) {
            Link link = new Link(new Recorder(rig.problems()));
            rig.lane().run(() -> {
                link.connectNow(rig.lane(), InetSocketAddress.createUnresolved("nowhere.invalid", 1));
                link.connection().close(Link.DONE);
            });
            assertEquals(Link.DONE, link.recorder().awaitClosed());
            rig.lane().settle();
            assertEquals(1, link.recorder().count(Event.CLOSED));
        }
    }

    @Test
    void aConnectWithoutAnswerEndsByClose() {
        try (Rig rig = Rig.of(subject());
                Blackhole nowhere = Blackhole.open()) {
            Link link = rig.startConnect(nowhere.address());
            rig.lane().settle();
            assertEquals(List.of(), link.recorder().events());
            link.close();
            assertEquals(Link.DONE, link.recorder().awaitClosed());
            assertEquals(List.of(Event.CLOSED), link.recorder().events());
        }
    }

    @Test
    void anAdoptedSocketMayBeClosedBeforeItIsOpen() {
        try (Rig rig = Rig.of(subject())) {
            Link link = new Link(new Recorder(rig.problems()));
            var parked = rig.accepted(link);
            rig.lane().run(() -> {
                link.adoptNow(rig.lane(), parked);
                link.connection().close(Link.DONE);
            });
            assertEquals(Link.DONE, link.recorder().awaitClosed());
            assertEquals(List.of(Event.CLOSED), link.recorder().events());
            link.peer().expectEnd();
        }
    }
}
