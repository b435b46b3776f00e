package org.penstock.shell.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.penstock.proxy.api.ProxyStatus.State;
import org.penstock.proxy.api.ServiceStatus;

/** Proxies, sessions and transports, as text and as JSON. */
class ShowCommandsTest {
    private final FakeControl control = new FakeControl();

    private GogoShell proxies() {
        ProxiesCommand command = new ProxiesCommand();
        command.control = control;
        return new GogoShell(command);
    }

    private GogoShell sessions() {
        SessionsCommand command = new SessionsCommand();
        command.control = control;
        return new GogoShell(command);
    }

    private GogoShell transports() {
        TransportsCommand command = new TransportsCommand();
        command.control = control;
        return new GogoShell(command);
    }

    @Test
    void proxiesShowWhatIsAwayAndWhy() throws Exception {
        control.proxies = List.of(FakeControl.proxy("orders", State.WAITING, "no transport\nat all"));
        String out = proxies().run("proxies").out();
        assertTrue(out.contains("journal,log (away)"), out);
        assertTrue(out.contains("4.9 KiB"), out);
        assertTrue(out.endsWith("orders: no transport at all\n"), out);
    }

    @Test
    void proxiesAsJsonHaveRawNumbers() throws Exception {
        control.proxies = List.of(FakeControl.proxy("orders", State.SERVING, ""));
        String out = proxies().run("proxies --json").out();
        assertTrue(out.startsWith("[{\"name\": \"orders\","), out);
        assertTrue(out.contains("\"client_bytes\": 5000, \"server_bytes\": 7340032, \"records_dropped\": 4}]"), out);
    }

    @Test
    void noProxyIsToldAndAsJsonEmpty() throws Exception {
        assertTrue(proxies().run("proxies").out().startsWith("no proxy is configured"));
        assertEquals("[]\n", proxies().run("proxies --json").out());
    }

    @Test
    void withoutACoreNothingIsShown() throws Exception {
        GogoShell.Answer answer = new GogoShell(new ProxiesCommand()).run("proxies");
        assertEquals(1, answer.status());
        assertTrue(answer.err().startsWith("proxies are not in service: bundle proxy-core"), answer.err());
    }

    @Test
    void sessionsOfAllProxiesOrOfOne() throws Exception {
        control.proxies = List.of(FakeControl.proxy("a", State.SERVING, ""), FakeControl.proxy("b", State.SERVING, ""));
        control.sessions =
                List.of(FakeControl.session("a", 17, "", "recorder"), FakeControl.session("b", 18, "TLS", ""));
        String all = sessions().run("sessions").out();
        assertEquals(3, all.lines().count());
        assertTrue(all.contains("half-closed"), all);
        assertTrue(all.contains("3 min 12 s"), all);
        assertTrue(all.contains("waits for recorder"), all);
        String one = sessions().run("sessions b").out();
        assertEquals(2, one.lines().count());
        assertTrue(one.contains("opaque: TLS"), one);
        String json = sessions().run("sessions b --json").out();
        assertTrue(json.startsWith("[{\"proxy\": \"b\", \"session\": 18, \"client\": \"10.0.0.7:40000\""), json);
    }

    @Test
    void anUnknownProxyIsRefusedWithTheKnownOnes() throws Exception {
        control.proxies = List.of(FakeControl.proxy("a", State.SERVING, ""));
        GogoShell.Answer answer = sessions().run("sessions c");
        assertEquals(2, answer.status());
        assertEquals("sessions: no proxy \"c\"; there are: a\n", answer.err());
    }

    @Test
    void transportsAloneOrAllServices() throws Exception {
        control.services = List.of(
                new ServiceStatus(
                        ServiceStatus.Family.TRANSPORT,
                        "nio",
                        31,
                        "org.penstock.transport-nio/1",
                        "loops",
                        List.of("a", "b"),
                        16),
                new ServiceStatus(ServiceStatus.Family.CODEC, "mysql", 32, "c/1", "", List.of(), 0));
        String transports = transports().run("transports").out();
        assertEquals(2, transports.lines().count());
        assertTrue(transports.contains("a,b"), transports);
        assertEquals(3, transports().run("transports --all").out().lines().count());
        assertEquals(
                "[{\"family\": \"transport\", \"name\": \"nio\", \"generation\": 31, \"bundle\":"
                        + " \"org.penstock.transport-nio/1\", \"traits\": \"loops\", \"proxies\": [\"a\", \"b\"],"
                        + " \"sessions\": 16}]\n",
                transports().run("transports --json").out());
    }

    @Test
    void helpShowsHelpAndNothingElse() throws Exception {
        for (String line : List.of("proxies", "sessions", "transports")) {
            GogoShell shell = line.equals("proxies") ? proxies() : line.equals("sessions") ? sessions() : transports();
            String out = shell.run(line + " --help").out();
            assertTrue(out.contains("penstock:" + line), out);
        }
    }
}
