package org.penstock.proxy.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.penstock.codec.api.Side;
import org.penstock.proxy.api.MoveReport;
import org.penstock.proxy.api.ProxyStatus;
import org.penstock.transport.api.Transport;
import org.penstock.transport.bio.BioTransport;
import org.penstock.transport.nio.NioTransport;

/** Transports that do not do what they should, while sessions are handed over. */
@Timeout(90)
class HandOverFaultsTest {
    private static List<LineClient> clients(ProxyRig rig, int n) throws IOException {
        List<LineClient> all = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            LineClient c = rig.client();
            assertEquals("re:" + i, c.ask("" + i));
            all.add(c);
        }
        return all;
    }

    private static void askAll(List<LineClient> all, String question) throws IOException {
        for (LineClient c : all) {
            assertEquals("re:" + question, c.ask(question));
        }
    }

    private static void closeAll(List<LineClient> all) throws IOException {
        for (LineClient c : all) {
            c.close();
        }
    }

    @Test
    void whatAPlannedMoveCannotTakeOverGoesBackWithAllOthers() throws IOException {
        try (ProxyRig rig = ProxyRig.serving()) {
            HookedTransport picky = new HookedTransport(new BioTransport());
            AtomicInteger asked = new AtomicInteger();
            picky.refusesAdopt = p -> asked.incrementAndGet() % 5 == 0;
            rig.come("picky", picky);
            List<LineClient> all = clients(rig, 20);
            MoveReport r = rig.proxies.move("test", "picky");
            assertFalse(r.done());
            assertEquals("nio", r.to());
            assertEquals(0, r.moved());
            assertEquals(20, r.returned());
            assertEquals(0, r.lost());
            assertTrue(r.problem().contains("sessions were not taken over by picky"), r.problem());
            assertEquals(1, rig.log.of("WARN", "were not taken over by picky").size());
            assertTrue(rig.sessions().stream().allMatch(s -> s.transport().equals("nio")));
            askAll(all, "again");
            assertEquals(20, rig.sessions().size());
            assertEquals(0, rig.status().counts().parked());
            try (LineClient fresh = rig.client()) {
                assertEquals("re:x", fresh.ask("x"));
            }
            closeAll(all);
        }
    }

    @Test
    void whatAnUnplannedMoveCannotTakeOverWaitsForTheNextTransport() throws IOException {
        try (ProxyRig rig = ProxyRig.serving("transport=nio,picky,bio")) {
            HookedTransport picky = HookedTransport.nio();
            AtomicInteger asked = new AtomicInteger();
            picky.refusesAdopt = p -> asked.incrementAndGet() % 3 == 0;
            rig.come("picky", picky);
            rig.go(rig.transport("bio"));
            List<LineClient> all = clients(rig, 20);
            rig.go(rig.transport("nio"));
            assertEquals("picky", rig.status().transport());
            rig.await(() -> {
                long waiting = rig.status().counts().parked();
                return waiting > 0 && waiting < 20;
            });
            assertEquals(20, rig.status().counts().open());
            rig.come("nio", new NioTransport());
            rig.await(() -> rig.status().counts().parked() == 0 && rig.isServedBy("nio"));
            askAll(all, "again");
            closeAll(all);
        }
    }

    /** The move has been given up, and nobody looks any more at who comes back from it. */
    @Test
    void whatIsRefusedAfterTheMoveHasEndedWaitsToo() throws IOException {
        try (ProxyRig rig = ProxyRig.serving("transport=nio,slow")) {
            HookedTransport slow = HookedTransport.nio();
            CountDownLatch later = new CountDownLatch(1);
            slow.refusesAdopt = p -> {
                Await.latch(later, System.nanoTime() + TimeUnit.SECONDS.toNanos(60));
                return true;
            };
            rig.come("slow", slow);
            List<LineClient> all = clients(rig, 3);
            rig.go(rig.transport("nio"));
            assertEquals(0, rig.status().counts().parked());
            later.countDown();
            rig.await(() -> rig.status().counts().parked() == 3);
            slow.refusesAdopt = p -> false;
            askAll(all, "again");
            closeAll(all);
        }
    }

    @Test
    void whatWasNotTakenOverIsOfferedAgainNowAndThen() throws IOException {
        try (ProxyRig rig = ProxyRig.serving("transport=nio,picky")) {
            HookedTransport picky = HookedTransport.nio();
            picky.refusesAdopt = p -> true;
            rig.come("picky", picky);
            List<LineClient> all = clients(rig, 3);
            rig.go(rig.transport("nio"));
            // they are offered every now and then, and not parked for that moment
            rig.await(() -> rig.status().counts().parked() == 3);
            picky.refusesAdopt = p -> false;
            askAll(all, "again");
            closeAll(all);
        }
    }

    /** A client that has been accepted has been promised something. */
    @Test
    void aNewSessionThatIsNotTakenWaitsToo() throws IOException {
        try (ProxyRig rig = ProxyRig.serving("transport=picky,nio")) {
            HookedTransport picky = HookedTransport.nio();
            rig.come("picky", picky);
            rig.await(() -> rig.status().transport().equals("picky"));
            picky.refusesAdopt = p -> true;
            try (LineClient c = rig.client()) {
                rig.await(() -> rig.status().counts().parked() == 1);
                picky.refusesAdopt = p -> false;
                assertEquals("re:a", c.ask("a"));
                long session = rig.session().session();
                c.close();
                rig.awaitOpen(0);
                assertEquals(List.of("opened", "OK a/4", "closed both ends are done"), rig.wholeRecord(session));
            }
        }
    }

    @Test
    void aTransportThatDoesNotOpenIsLeftOutOfAPlannedMove() throws IOException {
        try (ProxyRig rig = ProxyRig.serving()) {
            HookedTransport broken = HookedTransport.nio();
            broken.failsToOpen = new IllegalStateException("no descriptor\nleft");
            rig.come("broken", broken);
            List<LineClient> all = clients(rig, 3);
            MoveReport r = rig.proxies.move("test", "broken");
            assertFalse(r.done());
            assertEquals("nio", r.to());
            assertTrue(r.problem().startsWith("transport broken did not open its strands"), r.problem());
            assertFalse(r.problem().contains("\n"));
            askAll(all, "again");
            closeAll(all);
        }
    }

    @Test
    void aTransportThatDoesNotOpenWhenAnotherGoesIsPassedOver() throws IOException {
        try (ProxyRig rig = ProxyRig.serving("transport=nio,broken,bio")) {
            HookedTransport broken = HookedTransport.nio();
            broken.failsToOpen = new IllegalStateException("no descriptor left");
            rig.come("broken", broken);
            List<LineClient> all = clients(rig, 5);
            rig.go(rig.transport("nio"));
            assertTrue(rig.isServedBy("bio"));
            askAll(all, "again");
            closeAll(all);
        }
    }

    @Test
    void whereTheOnlyOtherTransportDoesNotOpenSessionsWaitUntilItDoes() throws IOException {
        try (ProxyRig rig = ProxyRig.serving("transport=nio,broken")) {
            HookedTransport broken = HookedTransport.nio();
            broken.failsToOpen = new IllegalStateException("no descriptor left");
            rig.come("broken", broken);
            List<LineClient> all = clients(rig, 5);
            rig.go(rig.transport("nio"));
            assertEquals(ProxyStatus.State.WAITING, rig.status().state());
            assertEquals(5, rig.status().counts().parked());
            broken.failsToOpen = null;
            askAll(all, "again");
            closeAll(all);
        }
    }

    @Test
    void aTransportThatNeverLetsGoKeepsNobodyLongerThanTheBound() throws IOException {
        try (ProxyRig rig = ProxyRig.serving("transport=stuck,bio")) {
            HookedTransport stuck = HookedTransport.nio();
            Generation<Transport> g = rig.come("stuck", stuck);
            rig.await(() -> rig.status().transport().equals("stuck"));
            List<LineClient> all = clients(rig, 3);
            List<Long> sessions = rig.sessions().stream().map(s -> s.session()).toList();
            stuck.neverLetsGo = true;
            long begun = System.nanoTime();
            rig.go(g);
            long took = System.nanoTime() - begun;
            assertTrue(took < TimeUnit.SECONDS.toNanos(5), "the component runtime waits 5 s; took " + took);
            assertEquals("bio", rig.status().transport());
            for (LineClient c : all) {
                assertNull(c.line(), "the socket could not be saved; its client is not left hanging");
            }
            try (LineClient fresh = rig.client()) {
                assertEquals("re:x", fresh.ask("x"));
            }
            assertEquals(
                    1, rig.log.of("WARN", "not every session had left stuck").size());
            closeAll(all);
            rig.awaitOpen(0);
            for (long s : sessions) {
                assertTrue(
                        rig.wholeRecord(s).get(2).startsWith("closed "),
                        rig.wholeRecord(s).toString());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aStrandThatDoesNotAnswerKeepsNobodyThatGoesLongerThanTheBound(boolean codec) throws IOException {
        try (ProxyRig rig = ProxyRig.serving("transport=busy,nio", "strands=1")) {
            HookedTransport busy = HookedTransport.nio();
            rig.come("busy", busy);
            rig.await(() -> rig.status().transport().equals("busy"));
            try (LineClient c = rig.client()) {
                assertEquals("re:a", c.ask("a"));
                CountDownLatch later = new CountDownLatch(1);
                busy.strands.get(0).execute(() -> Await.latch(later, System.nanoTime() + TimeUnit.SECONDS.toNanos(60)));
                long begun = System.nanoTime();
                if (codec) {
                    rig.goCodec();
                } else {
                    rig.goRecorder();
                }
                long took = System.nanoTime() - begun;
                assertTrue(took < TimeUnit.SECONDS.toNanos(5), "the component runtime waits 5 s; took " + took);
                assertEquals(1, rig.log.of("WARN", "has not answered in time").size());
                later.countDown();
                if (codec) {
                    rig.come(new LineCodec());
                } else {
                    rig.come(rig.recorder);
                }
                assertEquals("re:b", c.ask("b"));
            }
        }
    }

    /** A planned move that is stuck must not cost the sessions of a transport that goes meanwhile. */
    @Test
    void aStuckMoveGivesWayToATransportThatGoes() throws Exception {
        try (ProxyRig rig = ProxyRig.serving("transport=stuck,nio,bio");
                StuckMove move = new StuckMove(rig)) {
            long begun = System.nanoTime();
            rig.go(rig.transport("nio"));
            assertTrue(System.nanoTime() - begun < TimeUnit.SECONDS.toNanos(5));
            assertEquals("bio", rig.status("second").transport());
            assertEquals("re:c", move.other.ask("c"));
        }
    }

    /** Nor those of any proxy their orderly end. */
    @Test
    void aStuckMoveGivesWayToTheEndOfAll() throws Exception {
        try (ProxyRig rig = ProxyRig.serving("transport=stuck,nio,bio");
                StuckMove move = new StuckMove(rig)) {
            rig.proxies.shutDown(Duration.ofMillis(500));
            assertEquals("refused SHUTTING_DOWN", move.other.line());
            assertNull(move.other.line());
        }
    }

    /** A session of proxy {@code test} cannot leave its transport, and an operator waits; proxy {@code second} is well. */
    private static final class StuckMove implements AutoCloseable {
        final LineClient other;
        private final LineClient hangs;
        private final Thread operator;

        StuckMove(ProxyRig rig) throws IOException {
            HookedTransport stuck = HookedTransport.nio();
            rig.come("stuck", stuck);
            rig.await(() -> rig.status().transport().equals("stuck"));
            int elsewhere = rig.freePort();
            rig.configureAs("second", "listen=" + rig.at(elsewhere), "transport=nio,bio");
            rig.await(() -> rig.status("second").state() == ProxyStatus.State.SERVING);
            hangs = rig.client();
            assertEquals("re:a", hangs.ask("a"));
            other = new LineClient(new InetSocketAddress(rig.host, elsewhere));
            assertEquals("re:b", other.ask("b"));
            stuck.neverLetsGo = true;
            operator = new Thread(() -> rig.proxies.move("test", "bio"));
            operator.start();
            rig.await(() -> rig.status().transport().equals("bio"));
        }

        @Override
        public void close() throws Exception {
            operator.join();
            other.close();
            hangs.close();
        }
    }

    @Test
    void strandsThatRejectTasksDoNotEndAcceptingNorTheMoveOfOthers() throws IOException {
        try (ProxyRig rig = ProxyRig.serving("transport=moody,bio")) {
            HookedTransport moody = HookedTransport.nio();
            Generation<Transport> g = rig.come("moody", moody);
            rig.await(() -> rig.status().transport().equals("moody"));
            moody.rejectsTasks = true;
            try (LineClient c = rig.client()) {
                rig.await(() -> rig.status().counts().parked() == 1);
                assertNotNull(rig.sessions());
                rig.proxies.codecGoes();
                moody.rejectsTasks = false;
                assertEquals("re:a", c.ask("a"));
                moody.rejectsTasks = true;
                rig.go(g);
                assertEquals("bio", rig.status().transport());
                try (LineClient fresh = rig.client()) {
                    assertEquals("re:x", fresh.ask("x"));
                }
            }
        }
    }

    /** Both ends were lost for another reason, and nothing is left to be told that the strand has closed. */
    @Test
    void lastRecordsAreNotLostWhereTheirStrandHasEndedByItself() throws IOException {
        try (ProxyRig rig = new ProxyRig(64 << 20)) {
            HookedTransport mortal = HookedTransport.nio();
            rig.come("nio", mortal);
            rig.come(new LineCodec());
            rig.come("list", rig.recorder);
            rig.opened();
            try (LineClient c = rig.client()) {
                assertEquals("re:a", c.ask("a"));
                long session = rig.session().session();
                rig.recorder.shut();
                mortal.lose(Side.CLIENT);
                rig.await(() -> rig.session().state().name().equals("CLOSING")
                        && rig.session().waitingFor().equals("recorder"));
                mortal.strands.get(0).close().toCompletableFuture().join();
                rig.recorder.open();
                rig.awaitOpen(0);
                assertEquals(
                        List.of("opened", "OK a/4", "closed client: connection reset by peer"),
                        rig.wholeRecord(session));
            }
        }
    }

    @Test
    void whereAStrandHasEndedByItselfOthersServeWhoComesAfterwards() throws IOException {
        try (ProxyRig rig = new ProxyRig(64 << 20)) {
            HookedTransport mortal = HookedTransport.nio();
            rig.come("nio", mortal);
            rig.come(new LineCodec());
            rig.come("list", rig.recorder);
            rig.opened();
            try (LineClient before = rig.client()) {
                assertEquals("re:a", before.ask("a"));
                mortal.strands.get(0).close().toCompletableFuture().join();
                assertNull(before.line());
            }
            try (LineClient after = rig.client()) {
                assertEquals("re:b", after.ask("b"));
            }
            assertEquals(1, rig.log.of("WARN", "has ended by itself").size());
        }
    }

    @Test
    void aHalfCloseDuringAMoveReachesTheOtherEnd() throws IOException {
        for (String transport : List.of("nio", "bio")) {
            try (ProxyRig rig = ProxyRig.full(64 << 20);
                    ManualServer server = new ManualServer(rig.host, 10)) {
                rig.opened("backend=" + server.address(), "transport=" + transport);
                try (LineClient c = rig.client()) {
                    Socket s = server.accept();
                    c.send("ask\n");
                    assertEquals('a', s.getInputStream().read());
                    rig.go(rig.transport(transport));
                    // The codec is away when the end of input arrives on the next transport, and comes after it.
                    rig.goCodec();
                    c.socket().shutdownOutput();
                    rig.come(transport, transport.equals("nio") ? new NioTransport() : new BioTransport());
                    rig.await(() -> rig.isServedBy(transport));
                    rig.come(new LineCodec());
                    assertEquals(
                            "sk\n",
                            new String(
                                    s.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.ISO_8859_1));
                    s.getOutputStream().write("answer\n".getBytes(java.nio.charset.StandardCharsets.ISO_8859_1));
                    assertEquals("answer", c.line());
                    rig.go(rig.transport(transport));
                    s.close();
                    rig.come(transport, transport.equals("nio") ? new NioTransport() : new BioTransport());
                    assertNull(c.line());
                }
                rig.awaitOpen(0);
            }
        }
    }
}
