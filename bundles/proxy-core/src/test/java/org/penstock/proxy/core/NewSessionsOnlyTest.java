package org.penstock.proxy.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.penstock.proxy.api.DrainReport;
import org.penstock.proxy.api.MoveReport;
import org.penstock.proxy.api.ServiceStatus;
import org.penstock.transport.bio.BioTransport;

/** A transport that cannot move open sessions: it gets the new ones, and each session ends where it is. */
@Timeout(90)
class NewSessionsOnlyTest {
    private static HookedTransport stiff() {
        HookedTransport stiff = HookedTransport.nio();
        stiff.newSessionsOnly = true;
        return stiff;
    }

    private static List<LineClient> clients(ProxyRig rig, int n) throws IOException {
        List<LineClient> all = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            all.add(rig.client());
        }
        askAll(all, "first");
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

    private static long on(ProxyRig rig, String transport) {
        return rig.sessions().stream()
                .filter(s -> s.transport().equals(transport))
                .count();
    }

    private static ServiceStatus service(ProxyRig rig, String name) {
        return rig.proxies.services().stream()
                .filter(s -> s.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void oldSessionsEndWhereTheyAre() throws IOException {
        try (ProxyRig rig = ProxyRig.serving()) {
            HookedTransport left = HookedTransport.nio();
            rig.come("left", left);
            rig.proxies.move("test", "left");
            rig.come("stiff", stiff());
            List<LineClient> old = clients(rig, 5);
            MoveReport r = rig.proxies.move("test", "stiff");
            assertTrue(r.done(), r.problem());
            assertEquals("stiff", r.to());
            assertEquals(0, r.moved() + r.returned() + r.lost());
            assertEquals(
                    "open sessions that stay on left until they end: 5; transport stiff cannot move them", r.problem());
            List<LineClient> fresh = clients(rig, 3);
            askAll(old, "again");
            assertEquals(5, on(rig, "left"));
            assertEquals(3, on(rig, "stiff"));
            assertEquals(5, service(rig, "left").sessions());
            assertEquals(List.of("test"), service(rig, "left").proxies());
            assertEquals(3, service(rig, "stiff").sessions());
            assertTrue(
                    service(rig, "stiff").traits().endsWith("takes new sessions only, and keeps them until they end"));
            closeAll(old);
            rig.await(() -> service(rig, "left").proxies().isEmpty()); // its strands have been closed
            askAll(fresh, "again");
            closeAll(fresh);
        }
    }

    @Test
    void itsOwnStayWithItToo() throws IOException {
        try (ProxyRig rig = ProxyRig.serving("transport=stiff,nio")) {
            rig.come("stiff", stiff());
            rig.await(() -> rig.status().transport().equals("stiff"));
            List<LineClient> old = clients(rig, 5);
            MoveReport r = rig.proxies.move("test", "bio");
            assertTrue(r.done(), r.problem());
            assertEquals(
                    "open sessions that stay on stiff until they end: 5; transport stiff cannot move them",
                    r.problem());
            List<LineClient> fresh = clients(rig, 2);
            askAll(old, "again");
            assertEquals(5, on(rig, "stiff"));
            assertEquals(2, on(rig, "bio"));
            assertEquals(7, rig.status().counts().open());
            closeAll(old);
            closeAll(fresh);
        }
    }

    @Test
    void whereNobodyIsThereNothingStays() throws IOException {
        try (ProxyRig rig = ProxyRig.serving()) {
            rig.come("stiff", stiff());
            MoveReport r = rig.proxies.move("test", "stiff");
            assertTrue(r.done());
            assertEquals("", r.problem());
            assertEquals(List.of(), service(rig, "nio").proxies());
        }
    }

    @Test
    void whoStayedComesAlongWithTheNextMoveThatCanTakeIt() throws IOException {
        try (ProxyRig rig = ProxyRig.serving()) {
            rig.come("stiff", stiff());
            List<LineClient> old = clients(rig, 5);
            rig.proxies.move("test", "stiff");
            List<LineClient> fresh = clients(rig, 3);
            MoveReport r = rig.proxies.move("test", "bio");
            assertTrue(r.done());
            assertEquals(5, on(rig, "bio"), "those that had stayed on nio");
            assertEquals(3, on(rig, "stiff"));
            assertEquals(5, r.moved());
            assertEquals(List.of(), service(rig, "nio").proxies());
            askAll(old, "again");
            askAll(fresh, "again");
            closeAll(old);
            closeAll(fresh);
        }
    }

    @Test
    void whatStayedGoesOnWhenItsTransportGoes() throws IOException {
        try (ProxyRig rig = ProxyRig.serving()) {
            HookedTransport left = HookedTransport.nio();
            Generation<?> leftGeneration = rig.come("left", left);
            rig.proxies.move("test", "left");
            List<LineClient> old = clients(rig, 5);
            rig.come("stiff", stiff());
            rig.proxies.move("test", "stiff");
            rig.go(rig.transport("left"));
            assertEquals("left", leftGeneration.name());
            askAll(old, "again"); // the stiff one takes them after all: there is no other way
            assertEquals(5, on(rig, "stiff"));
            closeAll(old);
        }
    }

    @Test
    void whatCannotLeaveEndsWithItsTransportAndAReason() throws IOException {
        try (ProxyRig rig = ProxyRig.serving("transport=stiff,nio")) {
            HookedTransport stiff = stiff();
            rig.come("stiff", stiff);
            rig.await(() -> rig.status().transport().equals("stiff"));
            List<LineClient> old = clients(rig, 1);
            long session = rig.session().session();
            rig.proxies.move("test", "bio");
            rig.go(rig.transport("stiff"));
            rig.awaitOpen(0);
            List<String> record = rig.wholeRecord(session);
            assertTrue(record.get(record.size() - 1).contains("kept on command"), record.toString());
            try (LineClient fresh = rig.client()) {
                assertEquals("re:x", fresh.ask("x"));
            }
            closeAll(old);
        }
    }

    @Test
    void drainingReachesWhatStayed() throws IOException {
        try (ProxyRig rig = ProxyRig.serving()) {
            List<LineClient> old = clients(rig, 5);
            rig.come("stiff", stiff());
            rig.proxies.move("test", "stiff");
            DrainReport r = rig.proxies.drain(java.time.Duration.ofNanos(TimeUnit.SECONDS.toNanos(10)));
            assertEquals(5, r.ended());
            assertEquals(0, r.cut());
            closeAll(old);
        }
    }

    @Test
    void whatStayedOutlivesTheCore() throws IOException {
        try (ProxyRig rig = ProxyRig.serving()) {
            List<LineClient> old = clients(rig, 5);
            rig.come("stiff", stiff());
            rig.proxies.move("test", "stiff");
            rig.stopCore();
            assertEquals(5, rig.keeper.parked().now());
            rig.startCore();
            askAll(old, "again");
            assertEquals(5, on(rig, "nio"));
            closeAll(old);
        }
    }

    @Test
    void whatIsNotTakenWhenItComesAlongStaysWhereItIs() throws IOException {
        try (ProxyRig rig = ProxyRig.serving()) {
            HookedTransport picky = new HookedTransport(new BioTransport());
            List<LineClient> old = clients(rig, 5);
            rig.come("stiff", stiff());
            rig.proxies.move("test", "stiff");
            rig.come("picky", picky);
            picky.refusesAdopt = p -> true;
            MoveReport r = rig.proxies.move("test", "picky");
            assertTrue(r.done(), r.problem());
            askAll(old, "again");
            assertEquals(5, on(rig, "nio"));
            picky.refusesAdopt = p -> false;
            closeAll(old);
        }
    }
}
