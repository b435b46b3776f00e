package org.penstock.itests.distribution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.ConnectException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.penstock.itests.distribution.Instance.Call;

/** The script's promises: docs/operating.md, "As a service". */
@Timeout(600)
class ServiceIT {
    @TempDir
    Path folder;

    private Echo server;
    private int port;
    private Instance instance;

    /** In a folder whose name is longer than a socket's may be, with what shells and URLs mind. */
    @BeforeEach
    void anInstanceInAFolderWithAnAwkwardName() throws IOException {
        server = new Echo();
        port = Echo.freePort();
        instance = new Instance(folder.resolve("a b#%20'c/" + "long".repeat(25)));
        configure("drain.timeout = 1s");
    }

    private void configure(String... more) throws IOException {
        String[] lines = new String[more.length + 2];
        lines[0] = "listen = 127.0.0.1:" + port;
        lines[1] = "backend = " + server.address();
        System.arraycopy(more, 0, lines, 2, more.length);
        instance.configure("echo", lines);
    }

    @AfterEach
    void nothingIsLeft() throws Exception {
        instance.close();
        server.close();
    }

    private static void assertDone(Call call) {
        assertEquals(0, call.status(), () -> call.out() + call.err());
    }

    private String line(String... words) throws Exception {
        Call call = instance.call(words);
        assertDone(call);
        return call.out();
    }

    private String bundle(String name) throws Exception {
        Matcher m = Pattern.compile("(?m)^ *(\\d+)\\|.*org\\.penstock\\." + name + " ")
                .matcher(line("shell", "lb -s"));
        assertTrue(m.find(), name);
        return m.group(1);
    }

    @Test
    void itStartsServesAndStopsInOrder() throws Exception {
        assertEquals(3, instance.call("status").status());
        assertEquals(3, instance.call("shell", "lb").status());
        String started = line("start");
        assertTrue(started.startsWith("started, pid "), started);
        assertTrue(started.contains("echo   serving"), started);

        try (Socket client = Echo.connect(port)) {
            assertTrue(Echo.answers(client, "through the proxy"));

            Call second = instance.call("start");
            assertEquals(1, second.status());
            assertTrue(
                    second.err()
                            .contains(
                                    "already running, pid " + instance.process().pid()),
                    second.err());

            assertTrue(line("status")
                    .startsWith("running, pid " + instance.process().pid()));
            assertTrue(line("status", "--json").startsWith("{\"state\": \"serving\""));
            assertTrue(line("shell", "sessions").contains("127.0.0.1:" + client.getLocalPort()));
            assertEquals(2, instance.call("shell", "nosuchcommand").status());
            assertEquals(new Call(0, "", ""), instance.callWithoutInput("shell"));

            // a swap under the connection, and the shell's own bundle updated from its own socket
            String id = bundle("shell");
            Call typed = instance.callWithInput("swap transport bio\nupdate " + id + "\ntransports\n", "shell");
            assertDone(typed);
            assertTrue(typed.out().contains("echo   nio   bio  yes"), typed.out());
            assertTrue(Echo.answers(client, "after the swap"));

            ProcessHandle process = instance.process();
            String stopped = line("stop");
            assertTrue(stopped.contains("drained: "), stopped);
            assertTrue(stopped.contains("stopped, pid " + process.pid()), stopped);
        }
        assertEquals(3, instance.call("pid").status());
        assertThrows(ConnectException.class, () -> Echo.connect(port));
        assertFalse(Files.exists(instance.data("run/control.sock")));
        assertFalse(Files.exists(instance.data("run/penstock.pid")));
        assertNoReportIsLeft();
        assertEquals("not running, instance " + instance.data("..").normalize() + "\n", line("stop"));
        assertFalse(instance.log().contains(" ERROR "), instance.log());

        // what was swapped is so after a restart, until the configuration says otherwise
        assertTrue(line("start").startsWith("started"));
        awaitTransport("bio");
        configure("drain.timeout = 1s", "transport = nio, bio");
        awaitTransport("nio");
        assertFalse(line("status").contains("swapped:"));

        // a signal drains too
        ProcessHandle process = instance.process();
        process.destroy();
        instance.awaitEnd();
        assertFalse(instance.call("status").out().contains("did not end in order"));
        assertTrue(
                instance.log()
                                .lines()
                                .filter(l -> l.contains("drained sessions"))
                                .count()
                        >= 2,
                instance.log());
    }

    /** As the framework's own do not; and the very bundle they are of may be among those that they change. */
    @Test
    void commandsOfTheFrameworkFailWhereNothingIsDone() throws Exception {
        assertDone(instance.call("start"));
        assertEquals(
                new Call(1, "", "install: file:/nope.jar: /nope.jar (No such file or directory)\n"),
                instance.call("shell", "install file:/nope.jar"));
        assertEquals(new Call(1, "", "start: no bundle nope\n"), instance.call("shell", "start", "nope"));
        assertEquals(new Call(1, "", "update: no bundle 99999\n"), instance.call("shell", "update 99999"));
        Call update = instance.call("shell", "update org.penstock.transport-bio file:/nope");
        assertEquals(1, update.status());
        assertTrue(update.err().endsWith("]: /nope (No such file or directory)\n"), update.err());
        assertEquals(2, instance.call("shell", "stop").status());
        assertEquals(2, instance.call("shell", "uninstall").status());

        assertEquals(new Call(0, "", ""), instance.call("shell", "stop org.penstock.transport-bio"));
        assertEquals(new Call(0, "", ""), instance.call("shell", "start org.penstock.transport-bio"));
        for (String own : List.of("update org.penstock.shell", "refresh org.penstock.shell")) {
            assertDone(instance.call("shell", own));
            assertDone(instance.callWithInput("status --wait 60\n", "shell"));
        }
        assertEquals(new Call(0, "", ""), instance.call("shell", "uninstall org.penstock.shell"));
        assertEquals(4, instance.call("status").status());
        assertDone(instance.call("stop"));
    }

    /** What a start waits for, it takes away. */
    private void assertNoReportIsLeft() throws IOException {
        assertEquals(
                List.of(),
                files(instance.data("run")).stream()
                        .filter(f -> f.getFileName().toString().startsWith("started."))
                        .toList());
    }

    private void awaitTransport(String name) throws Exception {
        while (!line("shell", "proxies --json").contains("\"transport\": \"" + name + "\"")) {
            Thread.sleep(100);
        }
    }

    /** What uses the old keeper finds nothing of the new one, and nothing in the list of bundles shows why. */
    @Test
    void afterAnUpdateOfTheKeeperTheStatusSaysHowItServesAgain() throws Exception {
        assertDone(instance.call("start"));
        String id = bundle("proxy-keeper");
        line("shell", "update " + id);
        String remedy = "org.penstock.proxy-keeper was updated, and the old code is still in use: refresh " + id + "\n";
        String status = line("status");
        assertTrue(status.contains("proxy-core is not in service; " + remedy), status);
        Call sessions = instance.call("shell", "sessions");
        assertEquals(1, sessions.status());
        assertTrue(sessions.err().endsWith("; " + remedy), sessions.err());
        line("shell", "refresh " + id);
        assertTrue(line("shell", "status --wait 60").contains("echo   serving"));
        assertDone(instance.call("stop"));
    }

    @Test
    void aBadConfigurationIsToldAndNothingIsLeftRunning() throws Exception {
        configure("transport = nio", "lissten = 5");
        Call start = instance.call("start");
        assertEquals(1, start.status());
        assertTrue(start.err().contains("org.penstock.proxy-echo.cfg: lissten = 5: unknown key"), start.err());
        assertTrue(start.err().startsWith("penstock: not started: not ready: proxy echo is failed"), start.err());
        assertEquals(3, instance.call("status").status());
        assertNoReportIsLeft();
    }

    /** The time it would wait is longer than the test's. */
    @ParameterizedTest
    @ValueSource(strings = {"latin", "folder"})
    void aProxyWhoseFileIsNotReadIsToldAndNotWaitedFor(String mistake) throws Exception {
        instance.set("PENSTOCK_START_TIMEOUT", "999999");
        String line = mistaken(mistake);
        Call start = instance.call("start");
        assertEquals(1, start.status());
        assertTrue(start.err().startsWith("penstock: not started: not ready: " + line), start.err());
        assertEquals(3, instance.call("status").status());
    }

    /** Puts it into a file of that name's proxy. */
    private String mistaken(String proxy) throws IOException {
        String name = "org.penstock.proxy-" + proxy + ".cfg";
        Path file = instance.data("../etc").normalize().resolve(name);
        if (proxy.equals("folder")) {
            Files.createDirectory(file);
            return name + ": it is a folder, and nothing in it is read\n";
        }
        Files.write(file, "# caf\u00e9\n".getBytes(StandardCharsets.ISO_8859_1));
        return name + ": line 1 is not in UTF-8, and it is not read; allowed is UTF-8\n";
    }

    @Test
    void theStatusShowsWhatIsNotReadForAsLongAsThatLasts() throws Exception {
        assertDone(instance.call("start"));
        assertTrue(line("shell", "status").startsWith("serving: 1 of 1 proxy"));
        String said = "\nconfiguration: " + mistaken("latin");
        String shown;
        do {
            shown = line("status");
        } while (!shown.contains(said));
        assertTrue(shown.contains("\ndegraded: 1 of 1 proxy"), shown);
        assertTrue(line("status", "--json").contains("\"configuration\": [\"org.penstock.proxy-latin.cfg: line 1"));
        assertEquals(1, instance.call("shell", "status --wait 999999").status());

        Files.delete(instance.data("../etc/org.penstock.proxy-latin.cfg").normalize());
        while (line("status").contains("configuration: ")) {
            assertTrue(instance.process().isAlive());
        }
        assertDone(instance.call("stop"));
    }

    @Test
    void aShellThatDoesNotOpenIsToldAtOnce() throws Exception {
        Path taken = Files.createDirectories(folder.resolve("taken"));
        Files.setPosixFilePermissions(taken, PosixFilePermissions.fromString("rwxrwxrwx"));
        Path etc = instance.data("../etc").normalize();
        Files.writeString(
                etc.resolve("org.penstock.shell.socket.cfg"), "path = " + taken.resolve("control.sock") + "\n");
        Call start = instance.call("start");
        assertEquals(1, start.status());
        assertTrue(start.err().contains("not ready: control socket not opened: " + taken), start.err());
        assertEquals(3, instance.call("status").status());
    }

    @Test
    void anAnswerThatNobodyReadGoesWithTheNextStart() throws Exception {
        Files.createDirectories(instance.data("run"));
        Files.writeString(instance.data("run/started.1"), "ready\n");
        assertDone(instance.call("start"));
        assertNoReportIsLeft();
        assertDone(instance.call("stop"));
    }

    /** Processes have the same numbers each time in containers. */
    @Test
    void anAnswerToAnotherStartOfTheSameNumberIsNotTaken() throws Exception {
        configure("lissten = 5");
        Files.createDirectories(instance.data("run"));
        instance.set("BASH_ENV", folder.resolve("before").toString());
        Files.writeString(
                folder.resolve("before"),
                "[[ -n ${PENSTOCK_START_REPORT:-} ]] || echo ready >\"$PENSTOCK_INSTANCE/data/run/started.$$\"\n");
        Call start = instance.call("start");
        assertEquals(1, start.status());
        assertTrue(start.err().contains("not ready: proxy echo is failed"), start.err());
    }

    @Test
    void whatACrashLeftBehindMisleadsNobody() throws Exception {
        // the number in the file is another process's by now: this one's
        Files.createDirectories(instance.data("run"));
        Files.writeString(
                instance.data("run/penstock.pid"), ProcessHandle.current().pid() + "\n");
        Call status = instance.call("status");
        assertEquals(3, status.status());
        assertTrue(status.out().contains("not running"), status.out());
        assertEquals(0, instance.call("stop").status());

        assertDone(instance.call("start"));
        ProcessHandle process = instance.process();
        process.destroyForcibly();
        instance.awaitEnd();
        Call crashed = instance.call("status");
        assertEquals(3, crashed.status());
        assertTrue(crashed.out().contains("did not end in order"), crashed.out());

        assertDone(instance.call("start"));
        try (Socket client = Echo.connect(port)) {
            assertTrue(Echo.answers(client, "again"));
        }
        assertDone(instance.call("stop"));
    }

    @Test
    void aJavaThatDoesNotStartIsToldAtOnce() throws Exception {
        instance.set("JAVA_OPTS", "-XX:NoSuchOption=1");
        Call start = instance.call("start");
        assertEquals(1, start.status());
        assertTrue(start.err().contains("it ended at once"), start.err());
        assertTrue(start.err().contains("NoSuchOption"), start.err());
    }

    /** The time it would wait is longer than the test's. */
    @Test
    void aBundleThatDoesNotStartIsToldWithWhatItSaysAndNotWaitedFor() throws Exception {
        instance.set("PENSTOCK_START_TIMEOUT", "999999");
        instance.set("JAVA_OPTS", "-Dpenstock.buffers=");
        Call start = instance.call("start");
        assertEquals(1, start.status());
        assertTrue(
                start.err()
                        .startsWith("penstock: not started: not ready:"
                                + " bundle proxy-keeper did not start; why is in the log\n"),
                start.err());
        assertTrue(start.err().contains("penstock.buffers = : not a size; allowed is a number of bytes"), start.err());
        assertFalse(start.err().contains("\tat "), start.err());
        assertEquals(3, instance.call("status").status());
    }

    @Test
    void wrongCallsAreRefused() throws Exception {
        assertEquals(2, instance.call("strat").status());
        assertEquals(2, instance.call("start", "now").status());
        assertEquals(2, instance.call("status", "--jason").status());
        instance.set("PENSTOCK_START_TIMEOUT", "a minute");
        Call start = instance.call("start");
        assertEquals(2, start.status());
        assertEquals(
                "penstock: PENSTOCK_START_TIMEOUT=a minute: allowed are seconds, 1 to 999999; see help\n", start.err());
        assertTrue(line("help").contains("usage:"));
    }

    @Test
    void itIsTheSameInstanceHoweverItAndTheScriptAreNamed() throws Exception {
        Path bin = Instance.distribution().resolve("bin");
        instance.callFrom(bin, Path.of("penstock"));
        instance.set(
                "PENSTOCK_INSTANCE",
                bin.relativize(instance.data("..").normalize()).toString());
        assertDone(instance.call("start"));
        assertTrue(
                line("status").startsWith("running, pid " + instance.process().pid()));
        assertTrue(line("shell", "proxies").contains("echo"));
        instance.set("JAVA_HOME", "/nowhere");
        assertTrue(line("stop").contains("stopped, pid "), "a signal needs no Java");
    }

    @Test
    void whoAsksWhetherItRunsIsInNobodysWay() throws Exception {
        Files.createDirectories(instance.data("run"));
        Process asks = new ProcessBuilder(
                        "flock", "-s", instance.data("run/lock").toString(), "sh", "-c", "echo has it; sleep 3")
                .start();
        assertEquals("has it", asks.inputReader().readLine());
        assertEquals(3, instance.call("pid").status());
        assertDone(instance.call("start"));
        asks.waitFor();
        assertDone(instance.call("stop"));
    }

    @Test
    void ofSeveralStartsAtOnceOneStartsAndTheOthersSayWhoRuns() throws Exception {
        List<CompletableFuture<Call>> starts = Stream.generate(() -> CompletableFuture.supplyAsync(this::start))
                .limit(3)
                .toList();
        List<Call> done = new ArrayList<>();
        List<Call> refused = new ArrayList<>();
        for (CompletableFuture<Call> start : starts) {
            (start.get().status() == 0 ? done : refused).add(start.get());
        }
        assertEquals(1, done.size(), () -> done + "\n" + refused);
        long pid = instance.process().pid();
        assertTrue(done.get(0).out().startsWith("started, pid " + pid + ","), done::toString);
        String line = "penstock: already running, pid " + pid + ", instance "
                + instance.data("..").normalize() + "\n";
        assertEquals(List.of(new Call(1, "", line), new Call(1, "", line)), refused);
        assertDone(instance.call("stop"));
    }

    private Call start() {
        try {
            return instance.call("start");
        } catch (IOException | InterruptedException e) {
            throw new CompletionException(e);
        }
    }

    /** The number in the file is a stranger's, which may be signalled as well as the process that runs. */
    @Test
    void aStopHarmsNobodyWhoHasTheNumberThatIsInTheFile() throws Exception {
        assertDone(instance.call("start"));
        Process stranger = new ProcessBuilder("sleep", "3600").start();
        try {
            Files.writeString(instance.data("run/penstock.pid"), stranger.pid() + "\n");
            instance.set("JAVA_HOME", "/nowhere"); // so that it cannot ask
            instance.set("PENSTOCK_STOP_TIMEOUT", "1");
            String why =
                    "which process it is cannot be seen, as " + instance.data("run/penstock.pid") + " does not name it";
            assertEquals(new Call(1, "", "penstock: " + why + "\n"), instance.call("pid"));
            Call stop = instance.call("stop");
            assertEquals(1, stop.status());
            assertTrue(stop.err().startsWith("penstock: it did not end within 1 s; " + why), stop.err());
            assertTrue(stranger.isAlive());

            instance.set("JAVA_HOME", System.getProperty("java.home"));
            instance.set("PENSTOCK_STOP_TIMEOUT", "240");
            assertTrue(line("stop").endsWith("stopped, pid unknown\n"), "its shell needs no number");
            assertTrue(stranger.isAlive());
        } finally {
            stranger.destroyForcibly();
        }
    }

    /** As a service manager starts it, while a stop still looks whether the last one has ended. */
    @Test
    void aStopIsDoneWhenWhatItStoppedHasEndedWhoeverRunsThen() throws Exception {
        assertDone(instance.call("start"));
        long first = instance.process().pid();
        signal("STOP", first);
        instance.set("JAVA_HOME", "/nowhere"); // so that it cannot ask
        Path output = folder.resolve("stop");
        Process stop = instance.beginTo(output, "stop");
        while (!isToTerminate(first)) {
            assertTrue(stop.isAlive());
        }
        signal("STOP", stop.pid());
        signal("CONT", first);
        instance.set("JAVA_HOME", System.getProperty("java.home"));
        instance.awaitEnd();

        assertDone(instance.call("start"));
        signal("CONT", stop.pid());
        assertEquals(0, stop.waitFor());
        assertEquals("stopped, pid " + first + "\n", Files.readString(output));
        assertTrue(
                line("status").startsWith("running, pid " + instance.process().pid()));
        assertDone(instance.call("stop"));
    }

    /** A process gives away what it has open in parts: here it ends a second after the lock is not to be seen with it any more. */
    @Test
    void aStopLeavesNothingOfAProcessThatHoldsTheLockALittleLongerThanItSeemsTo() throws Exception {
        Files.createDirectories(instance.data("run"));
        Process ending =
                new ProcessBuilder("bash", "-c", """
                        cd "$0"
                        exec 9>>lock
                        flock 9
                        trap 'sleep 1 & exec 9>&-; wait $!; exit' TERM
                        echo $$ >penstock.pid
                        touch control.sock
                        echo runs
                        while :; do sleep 0.1; done
                        """, instance.data("run").toString()).start();
        try {
            assertEquals("runs", ending.inputReader().readLine());
            instance.set("JAVA_HOME", "/nowhere"); // so that it cannot ask
            assertEquals("stopped, pid " + ending.pid() + "\n", line("stop"));
            assertEquals(List.of(instance.data("run/lock")), files(instance.data("run")));
        } finally {
            ending.destroyForcibly();
        }
    }

    private static void signal(String name, long pid) throws Exception {
        assertEquals(
                0,
                new ProcessBuilder("kill", "-" + name, Long.toString(pid))
                        .start()
                        .waitFor());
    }

    /** The signal waits until it goes on. */
    private static boolean isToTerminate(long pid) throws IOException {
        return Files.readAllLines(Path.of("/proc/" + pid + "/status")).stream()
                .filter(line -> line.startsWith("ShdPnd:"))
                .anyMatch(line -> (Long.parseUnsignedLong(line.substring(7).strip(), 16) & 1 << 14) != 0);
    }

    @Test
    void whoMayNotLookIsNotToldThatNothingRuns() throws Exception {
        boolean root = Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
        Files.createDirectories(instance.data("run"));
        Files.setPosixFilePermissions(instance.data("run"), PosixFilePermissions.fromString("---------"));
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
        for (String command : List.of("status", "stop", "pid")) {
            Call call = root ? instance.callAsNobody(command) : instance.call(command);
            assumeTrue(call.status() != 126 && call.status() != 127, "nobody may not read the distribution here");
            assertEquals(1, call.status(), command + call);
            assertTrue(call.err().contains("whether it runs cannot be seen"), command + call);
        }
        Files.setPosixFilePermissions(instance.data("run"), PosixFilePermissions.fromString("rwx------"));
    }

    @Test
    void whatIsLoggedIsForTheOwner() throws Exception {
        assertDone(instance.call("start"));
        assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(instance.data("log"))));
        assertDone(instance.call("stop"));
    }

    @Test
    void anArchiveIsMadeInAnyFolderAndNothingElseIsLeftThere() throws Exception {
        Path copy = folder.resolve("a copy");
        assertEquals(
                0,
                new ProcessBuilder("cp", "-R", Instance.distribution().toString(), copy.toString())
                        .start()
                        .waitFor());
        List<Path> before = files(copy.resolve("lib"));
        before.remove(copy.resolve("lib/classes.jsa"));
        instance.callFrom(folder, copy.resolve("bin/penstock"));
        assertDone(instance.call("archive"));
        List<Path> made = files(copy.resolve("lib"));
        made.removeAll(before);
        assertEquals(List.of(copy.resolve("lib/classes.jsa")), made);
        assertEquals(3, instance.call("status").status());
    }

    /** C knows ASCII only, and so does a locale that is not installed; daemons and containers often have them. */
    @ParameterizedTest
    @ValueSource(strings = {"C", "POSIX", "xx_XX.UTF-8"})
    void itRunsInFoldersThatAreNotAsciiWhateverTheLocale(String locale) throws Exception {
        instance.callFrom(folder, calledIn("p\\303\\251nstock \\346\\227\\245", locale));
        String started = line("start");
        assertTrue(started.startsWith("started, pid "), started);
        try (Socket client = Echo.connect(port)) {
            assertTrue(Echo.answers(client, "through the proxy"));
        }
        assertTrue(line("status").contains("echo   serving"));
        assertTrue(line("shell", "proxies").contains("echo"));
        assertTrue(line("stop").contains("drained: "));
        assertDone(instance.call("archive"));
    }

    @Test
    void whatJavaCannotNameIsRefusedInALine() throws Exception {
        for (String locale : List.of("C", "C.UTF-8")) {
            instance.callFrom(folder, calledIn("p\\351nstock", locale));
            Call start = instance.call("start");
            assertEquals(1, start.status());
            assertTrue(
                    start.err()
                            .startsWith(
                                    "penstock: a folder's name is neither ASCII nor UTF-8, and Java cannot name it"),
                    start.err());
            assertEquals(1, start.err().lines().count(), start.err());
        }
    }

    /**
     * A script that calls a copy of the distribution, with this instance, both in a folder of that name: this process
     * itself may have a locale in which it could not name it.
     *
     * @param name with backslashes and octal digits where it is not ASCII
     */
    private Path calledIn(String name, String locale) throws Exception {
        Path script = folder.resolve("in-another-locale");
        Files.writeString(script, """
                place=%s/$(printf '%s')
                [[ -e $place ]] || { mkdir -p "$place" && cp -R %s "$place/program" && ln -s "$PENSTOCK_INSTANCE" "$place/i"; }
                LC_ALL=%s PENSTOCK_INSTANCE=$place/i exec bash "$place/program/bin/penstock" "$@"
                """.formatted(folder, name, Instance.distribution(), locale));
        return script;
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.collect(Collectors.toCollection(ArrayList::new));
        }
    }

    @Test
    void aStartThatIsInterruptedLeavesNothingRunning() throws Exception {
        Files.createDirectories(instance.data("run"));
        Process start = instance.begin("start");
        while (instance.call("pid").status() != 0) {
            assertTrue(start.isAlive());
        }
        start.destroy();
        assertEquals(1, start.waitFor());
        assertEquals(3, instance.call("status").status());
        assertNoReportIsLeft();
    }
}
