package org.penstock.proxy.swap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.penstock.proxy.api.ProxyStatus;
import org.penstock.proxy.api.ServiceStatus.Family;
import org.penstock.proxy.api.SwapPlan;
import org.penstock.proxy.api.SwapRequest;

class PlannerTest {
    private final FakeControl control = FakeControl.with("a", "b");

    private Planner.Draft draft(String to) {
        return draft(Family.TRANSPORT, to, null);
    }

    private Planner.Draft draft(Family family, String to, String proxy) {
        return new Planner(control, name -> !name.equals("lonely"))
                .draft(new SwapRequest(family, to, Optional.ofNullable(proxy)));
    }

    private static String obstacle(Planner.Draft draft) {
        SwapPlan plan = draft.plan();
        assertEquals(List.of(), draft.proxies(), "what cannot be done moves nothing");
        return plan.obstacle().orElseThrow();
    }

    @Test
    void allProxiesAreMovedAndCounted() {
        Planner.Draft draft = draft("bio");
        assertEquals(List.of("a", "b"), draft.proxies());
        assertEquals(6, draft.plan().sessions());
        assertEquals(Optional.empty(), draft.plan().obstacle());
        assertEquals(
                List.of(
                        "proxy a: new sessions to bio at once, then 3 open from nio, a few at a time",
                        "proxy b: new sessions to bio at once, then 3 open from nio, a few at a time",
                        "remember it over a restart, until a proxy's configuration names another transport"),
                draft.plan().steps());
    }

    @Test
    void oneProxyIsMovedAlone() {
        Planner.Draft draft = draft(Family.TRANSPORT, "bio", "b");
        assertEquals(List.of("b"), draft.proxies());
        assertEquals(3, draft.plan().sessions());
    }

    @Test
    void aProxyThatIsThereAlreadyHasNothingToDo() {
        control.proxy("a", "bio");
        Planner.Draft draft = draft(Family.TRANSPORT, "bio", "a");
        assertEquals(Optional.empty(), draft.plan().obstacle());
        assertEquals(0, draft.plan().sessions());
        assertEquals(
                List.of("proxy a: uses bio already, nothing to do"),
                draft.plan().steps());
    }

    @Test
    void anUnknownNameIsToldWithTheKnownOnes() {
        assertEquals("transport aio is not in service; in service: bio, nio", obstacle(draft("aio")));
    }

    @Test
    void anUnknownProxyIsToldWithTheKnownOnes() {
        assertEquals("there is no proxy c; there are: a, b", obstacle(draft(Family.TRANSPORT, "bio", "c")));
    }

    @Test
    void withoutProxiesThereIsNothingToSwap() {
        FakeControl none = FakeControl.with();
        Planner.Draft draft =
                new Planner(none, name -> true).draft(new SwapRequest(Family.TRANSPORT, "bio", Optional.empty()));
        assertEquals("no proxy is configured; see etc/org.penstock.proxy-*.cfg", obstacle(draft));
    }

    @Test
    void aFailedProxyIsLeftAloneAmongOthersAndRefusedByName() {
        control.state("a", ProxyStatus.State.FAILED);
        Planner.Draft all = draft("bio");
        assertEquals(List.of("b"), all.proxies());
        assertEquals("leave alone: proxy a is failed", all.plan().steps().get(0));
        assertEquals("proxy a is failed", obstacle(draft(Family.TRANSPORT, "bio", "a")));
    }

    @Test
    void whereNoProxyCanBeMovedThatIsTheObstacle() {
        control.state("a", ProxyStatus.State.DRAINING);
        control.state("b", ProxyStatus.State.FAILED);
        assertEquals(
                "no proxy can be moved: leave alone: proxy a is draining; leave alone: proxy b is failed",
                obstacle(draft("bio")));
    }

    @Test
    void aPlanSaysBeforehandThatOpenSessionsStayWhereTheyAre() {
        control.service(Family.TRANSPORT, "lonely");
        Planner.Draft to = draft(Family.TRANSPORT, "lonely", "a");
        assertEquals(
                "proxy a: new sessions to lonely at once; 3 open stay on nio until they end,"
                        + " since transport lonely cannot move them (see transports)",
                to.plan().steps().get(0));
        assertEquals(0, to.plan().sessions());
        assertEquals(List.of("a"), to.proxies());
        control.open(0);
        assertEquals(
                "proxy a: new sessions to lonely at once, then 0 open from nio, a few at a time",
                draft(Family.TRANSPORT, "lonely", "a").plan().steps().get(0));
    }

    @Test
    void aPlanSaysBeforehandThatATransportGivesNoneUp() {
        control.service(Family.TRANSPORT, "lonely");
        control.proxy("a", "lonely");
        Planner.Draft from = draft(Family.TRANSPORT, "bio", null);
        assertEquals(
                List.of(
                        "proxy a: new sessions to bio at once; 3 open stay on lonely until they end,"
                                + " since transport lonely cannot move them (see transports)",
                        "proxy b: new sessions to bio at once, then 3 open from nio, a few at a time"),
                from.plan().steps().subList(0, 2));
        assertEquals(3, from.plan().sessions());
    }

    @Test
    void aPlanSaysWhichSessionsComeAlongAndWhichStay() {
        control.service(Family.TRANSPORT, "lonely");
        control.open(6);
        control.elsewhere("lonely", "lonely", "bio", "");
        Planner.Draft draft = draft(Family.TRANSPORT, "bio", "a");
        assertEquals(
                "proxy a: new sessions to bio at once, then 3 open from nio, a few at a time;"
                        + " 2 open stay on lonely until they end,"
                        + " since transport lonely cannot move them (see transports)",
                draft.plan().steps().get(0));
        assertEquals(3, draft.plan().sessions(), "the one that waits and the two on nio");
    }

    @Test
    void aCodecIsExchangedByUpdate() {
        control.service(Family.CODEC, "mysql");
        String only = obstacle(draft(Family.CODEC, "mysql", null));
        assertTrue(only.startsWith("only one generation of codec mysql is in service (bundle-2/1)"), only);
        assertTrue(only.contains("update of its bundle"), only);
    }

    @Test
    void twoGenerationsOfACodecAreNamed() {
        control.service(Family.CODEC, "mysql");
        control.service(Family.CODEC, "mysql");
        String both = obstacle(draft(Family.CODEC, "mysql", null));
        assertTrue(both.contains("bundle-2/1 with 2 sessions, bundle-3/1 with 2 sessions"), both);
    }

    @Test
    void aRecorderThatIsNotThereIsTold() {
        assertEquals("recorder log is not in service; in service: none", obstacle(draft(Family.RECORDER, "log", null)));
    }
}
