package org.penstock.shell.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.penstock.journal.api.JournalInfo;
import org.penstock.proxy.api.ProxyStatus;
import org.penstock.proxy.api.ProxyStatus.State;
import org.penstock.proxy.api.ServiceStatus;

@Timeout(30)
class StatusCommandTest {
    private final FakeControl control = new FakeControl();
    private final FakeRecords journal = new FakeRecords();
    private final StatusCommand command = new StatusCommand();
    private final GogoShell shell = new GogoShell(command);

    @BeforeEach
    void inService() {
        command.control = control;
        command.journal = journal;
        control.services = List.of(
                new ServiceStatus(ServiceStatus.Family.TRANSPORT, "nio", 1, "b/1", "", List.of(), 0),
                new ServiceStatus(ServiceStatus.Family.TRANSPORT, "bio", 2, "b/1", "", List.of(), 0),
                new ServiceStatus(ServiceStatus.Family.CODEC, "mysql", 3, "c/1", "", List.of(), 0));
    }

    private void proxies(ProxyStatus... some) {
        control.proxies = List.of(some);
    }

    @Test
    void itShowsEverythingInShort() throws Exception {
        proxies(FakeControl.proxy("orders", State.SERVING, ""));
        String out = shell.run("status").out();
        assertTrue(out.startsWith("serving: 1 of 1 proxy, 16 sessions open; pid "), out);
        assertTrue(out.contains("orders  serving  127.0.0.1:3307  db:3306  nio        full       16     123456"), out);
        assertTrue(out.contains("transports: nio, bio; codecs: mysql"), out);
    }

    @Test
    void aProxyThatDoesNotServeIsExplained() throws Exception {
        proxies(FakeControl.proxy("a", State.SERVING, ""), FakeControl.proxy("b", State.WAITING, "no transport"));
        String out = shell.run("status").out();
        assertTrue(out.startsWith("degraded: 1 of 2 proxies"), out);
        assertTrue(out.contains("b: no transport"), out);
    }

    @Test
    void asJsonItIsOneObject() throws Exception {
        proxies(FakeControl.proxy("orders", State.SERVING, ""));
        String out = shell.run("status --json").out();
        assertTrue(out.startsWith("{\"state\": \"serving\", \"pid\": "), out);
        assertTrue(out.contains("\"name\": \"orders\", \"state\": \"serving\""), out);
        assertTrue(out.contains("\"recorders\": {\"journal\": true, \"log\": false}"), out);
        assertEquals(1, out.lines().count());
    }

    @Test
    void waitingEndsWhenAllServe() throws Exception {
        Thread later = new Thread(() -> {
            proxies(FakeControl.proxy("a", State.WAITING, "soon"));
            proxies(FakeControl.proxy("a", State.SERVING, ""), FakeControl.proxy("b", State.SERVING, ""));
        });
        later.start();
        assertEquals(0, shell.run("status --wait 25 --proxies 2").status());
        later.join();
    }

    @Test
    void waitingInVainFailsAndSaysForWhat() throws Exception {
        proxies(FakeControl.proxy("a", State.WAITING, "no transport"));
        GogoShell.Answer answer = shell.run("status --wait 0");
        assertEquals(1, answer.status());
        assertEquals("not ready: proxy a is waiting: no transport\n", answer.err());
    }

    @Test
    void aFailedProxyIsNotWaitedFor() throws Exception {
        proxies(FakeControl.proxy("a", State.FAILED, "x.cfg: listen = y: not allowed"));
        GogoShell.Answer answer = shell.run("status --wait 3600");
        assertEquals("not ready: proxy a is failed: x.cfg: listen = y: not allowed\n", answer.err());
    }

    private void found(String file, String why) {
        command.findings = () -> Map.of(file, file + ": " + why);
    }

    @Test
    void aProxyWhoseFileIsKeptBackIsNotWaitedFor() throws Exception {
        proxies(FakeControl.proxy("a", State.WAITING, "no transport"));
        found("org.penstock.proxy-b-2.cfg", "line 1 is not in UTF-8");
        for (String command : List.of("status --wait 3600", "status --wait 3600 --proxies 2")) {
            GogoShell.Answer answer = shell.run(command);
            assertEquals(1, answer.status());
            assertEquals("not ready: org.penstock.proxy-b-2.cfg: line 1 is not in UTF-8\n", answer.err());
        }
    }

    @Test
    void everythingThatWaitingDoesNotMendIsSaid() throws Exception {
        proxies(FakeControl.proxy("a", State.FAILED, "taken"), FakeControl.proxy("c", State.WAITING, "no transport"));
        found("org.penstock.proxy-b.cfg", "it is a folder");
        assertEquals(
                "not ready: proxy a is failed: taken; org.penstock.proxy-b.cfg: it is a folder\n",
                shell.run("status --wait 3600").err());
    }

    @Test
    void aBadEditOfAProxyThatServesIsShownAndHoldsNobodyUp() throws Exception {
        proxies(FakeControl.proxy("a", State.SERVING, ""));
        found("org.penstock.proxy-a.cfg", "line 1 is not in UTF-8");
        assertServesAndShows("org.penstock.proxy-a.cfg: line 1 is not in UTF-8");
    }

    private void assertServesAndShows(String finding) throws Exception {
        GogoShell.Answer answer = shell.run("status --wait 0");
        assertEquals(0, answer.status());
        assertTrue(answer.out().startsWith("serving: "), answer.out());
        assertTrue(answer.out().contains("\nconfiguration: " + finding + "\n"), answer.out());
    }

    @Test
    void whatIsWrongWithAnotherFileIsShownAndHoldsNobodyUp() throws Exception {
        proxies(FakeControl.proxy("a", State.SERVING, ""));
        found("org.penstock.jur\nnal.cfg", "nothing takes it");
        assertServesAndShows("org.penstock.jur nal.cfg: nothing takes it");
    }

    @Test
    void aProxyThatIsNotKnownForItsFileIsMissing() throws Exception {
        proxies(FakeControl.proxy("a", State.SERVING, ""));
        found("org.penstock.proxy-b.cfg", "it is a folder");
        assertTrue(shell.run("status").out().startsWith("degraded: 1 of 1 proxy"));
        String json = shell.run("status --json").out();
        assertTrue(json.startsWith("{\"state\": \"degraded\", "), json);
        assertTrue(json.contains("\"configuration\": [\"org.penstock.proxy-b.cfg: it is a folder\"]"), json);
    }

    @Test
    void aProxyThatCannotRecordIsNotReadyAndSaidSo() throws Exception {
        proxies(FakeControl.proxy("orders", State.SERVING, ""));
        command.journal = null;
        GogoShell.Answer answer = shell.run("status --wait 0");
        assertEquals(1, answer.status());
        assertEquals("not ready: the journal is not open; why is in the log; orders cannot record\n", answer.err());
        assertTrue(answer.out().startsWith("degraded: 1 of 1 proxy"), answer.out());
        assertTrue(answer.out().contains("orders cannot record"), answer.out());

        command.journal = journal;
        journal.state = JournalInfo.State.STALLED;
        journal.detail = "No space left on device";
        assertEquals(
                "not ready: the journal is stalled (No space left on device); orders cannot record\n",
                shell.run("status --wait 0").err());
    }

    @Test
    void fewerProxiesThanExpectedAreNotReady() throws Exception {
        proxies(FakeControl.proxy("a", State.SERVING, ""));
        assertEquals(
                "not ready: 1 of 2 proxies known\n",
                shell.run("status --wait 0 --proxies 2").err());
    }

    @Test
    void withoutACoreItSaysSoAndIsNotReady() throws Exception {
        command.control = null;
        GogoShell.Answer answer = shell.run("status --wait 0");
        assertTrue(answer.out().contains("proxy-core is not in service"), answer.out());
        assertEquals("not ready: bundle proxy-core is not active, or waits for something\n", answer.err());
    }

    @Test
    void aBundleThatDidNotStartIsNotWaitedForWhereSomethingOfItIsMissing() throws Exception {
        command.control = null;
        command.unstarted = () -> List.of("transport-netty", "proxy-keeper");
        assertEquals(Optional.of("bundle proxy-keeper did not start; why is in the log"), atTheStart());

        command.control = control;
        proxies(FakeControl.proxy("a", State.WAITING, "no transport"));
        assertEquals(Optional.of("bundle transport-netty did not start; why is in the log"), atTheStart());

        proxies(FakeControl.proxy("a", State.SERVING, ""));
        assertEquals(Optional.empty(), atTheStart());

        command.journal = null;
        command.unstarted = () -> List.of("journal-core", "recorder-journal");
        assertEquals(
                Optional.of("bundle journal-core did not start; why is in the log;"
                        + " bundle recorder-journal did not start; why is in the log"),
                atTheStart());
    }

    private Optional<String> atTheStart() throws InterruptedException {
        return command.await(3600, 0, () -> true);
    }

    /** As an update or a refresh leaves it for a moment. */
    @Test
    void laterABundleThatIsNotActiveIsWaitedFor() throws Exception {
        command.control = null;
        command.unstarted = () -> {
            throw new AssertionError("asked for");
        };
        assertEquals(
                "not ready: bundle proxy-core is not active, or waits for something\n",
                shell.run("status --wait 0").err());
    }

    @Test
    void wrongCallsHaveAStatusOfTheirOwn() throws Exception {
        assertEquals(2, shell.run("status --wat").status());
        assertEquals(2, shell.run("status --proxies 2").status());
        assertEquals(2, shell.run("status --wait soon").status());
    }
}
