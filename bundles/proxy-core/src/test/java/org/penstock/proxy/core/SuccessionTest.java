package org.penstock.proxy.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.penstock.codec.api.Side;
import org.penstock.proxy.api.ProxyStatus;
import org.penstock.proxy.core.record.SilentRecorder;
import org.penstock.proxy.core.session.LoneHost;
import org.penstock.proxy.core.session.Session;
import org.penstock.proxy.keeper.ClosedSession;
import org.penstock.proxy.keeper.ParkedSession;

/**
 * What a core finds with the keeper: sessions that wait go on, whenever they come, and those that were closed meanwhile
 * are in the record to their end, with the exchange that was under way.
 */
@Timeout(90)
class SuccessionTest {
    private static final String EXPIRED = "closed no proxy core for 300 ms";

    private static long underWay(ProxyRig rig, LineClient c, String request) throws IOException {
        c.send(request + "\n");
        rig.await(() -> rig.session().clientBytes() == request.length() + 1);
        return rig.session().session();
    }

    private static void expire(ProxyRig rig) {
        rig.stopCore();
        rig.await(() -> rig.keeper.parked().expired() == 1);
        assertEquals(0, rig.buffers.usage().outBytes());
    }

    private interface Scene {
        void play(ProxyRig rig, LineClient c) throws IOException;
    }

    /** A server that never answers, and a proxy before it. */
    private static void withASilentServer(Scene scene, String... settings) throws IOException {
        ProxyRig rig = ProxyRig.full(64 << 20);
        try (rig;
                ManualServer server = new ManualServer(rig.host, 10)) {
            rig.before(server, settings);
            try (LineClient c = rig.client()) {
                server.accept();
                scene.play(rig, c);
            }
        }
    }

    @Test
    void theExchangeThatWasUnderWayIsRecordedAsAborted() throws IOException {
        withASilentServer(
                (rig, c) -> {
                    long session = underWay(rig, c, "ask");
                    expire(rig);
                    rig.startCore();
                    rig.awaitEndRecorded(session);
                    assertEquals(List.of("opened", "ABORTED ask/0", EXPIRED), rig.wholeRecord(session));
                },
                "park.timeout=300ms");
    }

    /** Should the process be killed, the next one ends the record; rather twice than never. */
    @Test
    void theKeeperRemembersASessionUntilTheEndOfItsRecordIsSafe() throws IOException {
        withASilentServer(
                (rig, c) -> {
                    long session = underWay(rig, c, "ask");
                    expire(rig);
                    rig.recorder.keepUnsafe();
                    rig.startCore();
                    rig.awaitEndRecorded(session);
                    rig.await(() -> rig.recorder.drains() == 1);
                    assertEquals(
                            List.of(session),
                            rig.keeper.closedSessions().stream()
                                    .map(ClosedSession::session)
                                    .toList());
                    rig.recorder.makeSafe();
                    rig.await(() -> rig.keeper.closedSessions().isEmpty());
                },
                "park.timeout=300ms");
    }

    @Test
    void aRecorderThatFailsToDrainHasNothingRememberedForEver() throws IOException {
        withASilentServer(
                (rig, c) -> {
                    long session = underWay(rig, c, "ask");
                    expire(rig);
                    rig.recorder.failToDrain();
                    rig.startCore();
                    rig.awaitEndRecorded(session);
                    rig.await(() -> rig.keeper.closedSessions().isEmpty());
                    rig.awaitLine("ERROR", "a recorder failed to drain");
                },
                "park.timeout=300ms");
    }

    /** When everything starts at once, as after a restart of the framework, nobody says in which order. */
    @ParameterizedTest
    @ValueSource(strings = {"block", "drop", "fail"})
    void theRecordWaitsForItsRecorderWhateverTheOverloadPolicy(String policy) throws IOException {
        withASilentServer(
                (rig, c) -> {
                    long session = underWay(rig, c, "ask");
                    expire(rig);
                    rig.removeRecorder("list");
                    rig.startCore();
                    rig.awaitOpen(1); // waits with its last records
                    assertEquals(List.of(), rig.log.of("INFO", "has ended the records"));
                    rig.come(rig.recorder);
                    rig.awaitEndRecorded(session);
                    assertEquals(List.of("opened", "ABORTED ask/0", EXPIRED), rig.wholeRecord(session));
                    rig.awaitLine("INFO", "has ended the records of sessions that were closed");
                },
                "park.timeout=300ms",
                "record.overload=" + policy);
    }

    /** Its proxy was configured with others meanwhile, which are there. */
    @ParameterizedTest
    @ValueSource(strings = {"block", "drop", "fail"})
    void theRecordWaitsForTheRecorderItWasBegunWith(String policy) throws IOException {
        withASilentServer(
                (rig, c) -> {
                    long session = underWay(rig, c, "ask");
                    expire(rig);
                    rig.removeRecorder("list");
                    rig.come("other", new SilentRecorder());
                    rig.startCore("recorder=other");
                    rig.awaitOpen(1);
                    rig.come(rig.recorder);
                    rig.awaitEndRecorded(session);
                    assertEquals(List.of("opened", "ABORTED ask/0", EXPIRED), rig.wholeRecord(session));
                    rig.awaitOpen(0);
                },
                "park.timeout=300ms",
                "record.overload=" + policy);
    }

    @Test
    void aRecordIsGivenUpWhoseRecorderNobodyExpectsAnyMore() throws IOException {
        withASilentServer(
                (rig, c) -> {
                    underWay(rig, c, "ask");
                    expire(rig);
                    rig.removeRecorder("list");
                    rig.come("other", new SilentRecorder());
                    rig.startCore("recorder=other", "park.timeout=300ms");
                    rig.awaitLine("WARN", "records no recorder took");
                    rig.awaitOpen(0);
                    rig.await(() -> rig.keeper.closedSessions().isEmpty());
                    assertEquals(List.of(), rig.log.of("INFO", "has ended the records"));
                },
                "park.timeout=300ms");
    }

    /** Nobody has taken them when the framework stops. */
    @Test
    void lastRecordsAreLeftToTheNextProcess() throws IOException {
        withASilentServer(
                (rig, c) -> {
                    long session = underWay(rig, c, "ask");
                    expire(rig);
                    rig.removeRecorder("list");
                    rig.startCore();
                    rig.awaitOpen(1);
                    rig.proxies.shutDown(Duration.ZERO);
                    assertEquals(1, rig.replaceKeeper().size());
                    rig.startCore();
                    rig.come(rig.recorder);
                    rig.awaitEndRecorded(session);
                    assertEquals(List.of("opened", "ABORTED ask/0", EXPIRED), rig.wholeRecord(session));
                    rig.await(() -> rig.keeper.closedSessions().isEmpty());
                },
                "park.timeout=300ms");
    }

    @Test
    void whatFailsWhenARecordIsEndedIsNotTakenForADamagedForm() throws IOException {
        try (LoneHost host = new LoneHost("protocol=line", "recorder=list")) {
            ListRecorder recorder = new ListRecorder();
            host.recorder = recorder;
            Session s = Session.ofClosed(
                    host, new ClosedSession("lone", 1, host.session().toKeeper().state(), "closed"));
            host.failsToChoose = new IllegalStateException("on command");
            assertSame(host.failsToChoose, assertThrows(RuntimeException.class, () -> s.endRecord("closed")));
            assertEquals(0, recorder.held());
        }
    }

    @Test
    void theRecordWaitsForTheCodecWhichKnowsWhatWasUnderWay() throws IOException {
        withASilentServer(
                (rig, c) -> {
                    long session = underWay(rig, c, "ask");
                    expire(rig);
                    var codec = rig.services.codecs.newest("line").orElseThrow();
                    rig.services.codecs.remove(codec.service());
                    rig.startCore();
                    rig.await(() -> rig.status().state().name().equals("SERVING"));
                    rig.come(codec.service());
                    rig.awaitEndRecorded(session);
                    assertEquals(List.of("opened", "ABORTED ask/0", EXPIRED), rig.wholeRecord(session));
                },
                "park.timeout=300ms",
                "hold.timeout=60s");
    }

    @Test
    void whereNoCodecComesTheRecordSaysThatAnExchangeWasUnderWay() throws IOException {
        withASilentServer(
                (rig, c) -> {
                    long session = underWay(rig, c, "ask");
                    expire(rig);
                    rig.services.codecs.remove(
                            rig.services.codecs.newest("line").orElseThrow().service());
                    rig.startCore();
                    rig.awaitEndRecorded(session);
                    List<String> record = rig.wholeRecord(session);
                    assertEquals(3, record.size(), record::toString);
                    assertEquals(EXPIRED, record.get(2));
                    assertEquals(
                            "the session ended while no codec was there; an exchange was in flight",
                            rig.recorder.gaps(session).get(0).reason());
                },
                "park.timeout=300ms",
                "hold.timeout=300ms");
    }

    @Test
    void whatTheKeeperLeavesToTheNextOneIsRecordedToo() throws IOException {
        withASilentServer((rig, c) -> {
            long session = underWay(rig, c, "ask");
            rig.stopCore();
            List<ClosedSession> left = rig.replaceKeeper();
            assertEquals(1, left.size());
            rig.startCore();
            rig.awaitEndRecorded(session);
            assertEquals(
                    List.of("opened", "ABORTED ask/0", "closed the proxy's keeper was stopped while the core was away"),
                    rig.wholeRecord(session));
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aClientIsToldInItsProtocolWhereThereIsRoomForIt(boolean inTheMiddle) throws IOException {
        withASilentServer(
                (rig, c) -> {
                    if (inTheMiddle) {
                        rig.recorder.shut(); // its bytes are on their way
                        underWay(rig, c, "ask");
                    }
                    rig.stopCore();
                    assertEquals(inTheMiddle ? null : "refused SHUTTING_DOWN", c.line());
                    assertNull(c.line());
                    rig.recorder.open();
                },
                "park.timeout=300ms");
    }

    /** The one before it may be busy for longer than anybody waits. */
    @Test
    void sessionsThatAreParkedLateGoOn() throws IOException {
        try (ProxyRig rig = ProxyRig.serving();
                LineClient c = rig.client()) {
            assertEquals("re:a", c.ask("a"));
            rig.stopCore();
            List<ParkedSession> late = rig.keeper.take("test");
            rig.startCore();
            rig.await(() -> rig.status().state().name().equals("SERVING"));
            late.forEach(p -> rig.keeper.park(p, TimeUnit.MINUTES.toNanos(1)));
            assertEquals("re:b", c.ask("b"));
        }
    }

    /** Who watches them would take it for a restart, or for less than nothing. */
    @Test
    void whatWasCountedGoesOnWithTheNextCore() throws IOException {
        try (ProxyRig rig = ProxyRig.serving();
                LineClient stays = rig.client()) {
            try (LineClient goes = rig.client()) {
                assertEquals("re:a", goes.ask("a"));
            }
            assertEquals("re:b", stays.ask("b"));
            rig.awaitOpen(1);
            ProxyStatus.Counts before = rig.status().counts();
            for (int i = 0; i < 2; i++) {
                rig.stopCore();
                rig.startCore();
                rig.await(() -> rig.status().state() == ProxyStatus.State.SERVING
                        && rig.session().transport().equals("nio"));
                assertEquals(before, rig.status().counts());
            }
            assertEquals("re:c", stays.ask("c"));
            rig.await(() -> rig.status().counts().exchanges() == before.exchanges() + 1);
        }
    }

    /** Just when the session leaves its transport for the keeper; nobody else will ever hear of it. */
    @ParameterizedTest
    @EnumSource(Side.class)
    void anEndThatIsLostOnTheWayToTheKeeperEndsTheSession(Side lost) throws IOException {
        try (ProxyRig rig = new ProxyRig(64 << 20)) {
            HookedTransport nio = HookedTransport.nio();
            rig.come("nio", nio);
            rig.come(new LineCodec());
            rig.come("list", rig.recorder);
            rig.opened();
            try (LineClient c = rig.client()) {
                assertEquals("re:a", c.ask("a"));
                long session = rig.session().session();
                nio.losesWhenDetached = lost;
                rig.stopCore();
                rig.startCore();
                assertNull(c.line());
                rig.awaitEndRecorded(session);
                rig.awaitOpen(0);
                String end = lost == Side.CLIENT ? "client" : "server";
                assertEquals(
                        List.of(
                                "opened",
                                "OK a/4",
                                "closed " + end + ": its socket was lost while the proxy's core was replaced"),
                        rig.wholeRecord(session));
            }
        }
    }

    @Test
    void aRecordThatCannotBeEndedIsTold() throws IOException {
        withASilentServer((rig, c) -> {
            underWay(rig, c, "ask");
            rig.stopCore();
            ParkedSession p = rig.keeper.take("test").get(0);
            byte[] newer = p.state().clone();
            newer[0] = 99;
            rig.keeper.park(
                    new ParkedSession(p.proxy(), p.session(), p.client(), p.server(), p.buffers(), newer, p.words()),
                    1);
            rig.await(() -> rig.keeper.parked().expired() == 1);
            rig.startCore();
            rig.await(() -> rig.log
                            .of(
                                    "ERROR",
                                    "cannot end the records of sessions that were closed: a session of form 99;"
                                            + " this core reads form 1; sessions=1")
                            .size()
                    == 1);
            rig.awaitOpen(0);
            rig.await(() -> rig.keeper.closedSessions().isEmpty());
        });
    }
}
