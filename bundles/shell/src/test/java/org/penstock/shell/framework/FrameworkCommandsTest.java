package org.penstock.shell.framework;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.osgi.framework.Bundle;
import org.osgi.framework.Version;
import org.osgi.framework.startlevel.BundleStartLevel;
import org.osgi.framework.wiring.FrameworkWiring;
import org.penstock.shell.framework.Framework.Answer;

/** docs/operating.md, "The shell": 0 done, 1 not done, 2 called wrongly, and why in one line. */
@Timeout(60)
class FrameworkCommandsTest {
    private static final Answer DONE = new Answer(0, "", "");

    @TempDir
    Path folder;

    private Framework framework;
    private Bundle one;
    private Bundle two;
    private Bundle broken;

    @BeforeEach
    void aFrameworkWithBundles() throws Exception {
        framework = new Framework(folder);
        one = framework.install(framework.jar("one.jar", "org.example.one", "1.0.0"));
        two = framework.install(framework.jar("two.jar", "org.example.two", "1.0.0"));
        broken = framework.install(
                framework.jar("broken.jar", "org.example.broken", "1.0.0", "Import-Package", "org.example.gone"));
    }

    @AfterEach
    void stop() throws Exception {
        framework.close();
    }

    private static void assertFails(int status, String told, Answer answer) {
        assertEquals(status, answer.status(), answer::toString);
        assertEquals("", answer.out());
        assertTrue(answer.err().startsWith(told), answer::toString);
        assertEquals(1, answer.err().lines().count(), answer::toString);
    }

    @ParameterizedTest
    @CsvSource({
        "install, 'install: nothing is named; usage: install URL…'",
        "start, 'start: nothing is named; usage: start [-t] [-p] BUNDLE|URL…'",
        "stop -t, 'stop: nothing is named; usage: stop [-t] BUNDLE…'",
        "uninstall, 'uninstall: nothing is named'",
        "update, 'update: nothing is named; usage: update BUNDLE [URL]'",
        "update 1 file:a file:b, 'update: unexpected \"file:b\"; usage: '",
        "stop -x 1, 'stop: unknown option -x; usage: stop [-t] BUNDLE…'",
        "refresh --all, 'refresh: unknown option --all; usage: refresh [BUNDLE…]'",
        "resolve -t, 'resolve: unknown option -t'"
    })
    void calledWronglyItSaysHowAndDoesNothing(String line, String told) throws Exception {
        one.start();
        assertFails(2, told, framework.run(line));
        assertEquals(Bundle.ACTIVE, one.getState());
    }

    @ParameterizedTest
    @ValueSource(strings = {"start", "stop", "update", "uninstall", "refresh", "resolve"})
    void withOneThatIsNotThereNothingIsDone(String command) throws Exception {
        String others = command.equals("update") ? "" : "1 ";
        two.start();
        assertFails(1, command + ": no bundle 99999", framework.run(command + " " + others + "99999"));
        assertFails(1, command + ": no bundle nope", framework.run(command + " " + others + "nope"));
        assertFails(1, command + ": no bundle 99999999999999999999", framework.run(command + " 99999999999999999999"));
        assertEquals(Bundle.INSTALLED, one.getState());
        assertEquals(Bundle.ACTIVE, two.getState());
    }

    @Test
    void bundlesAreNamedByNumberNameOrWhereTheyCameFrom() throws Exception {
        assertEquals(DONE, framework.run("start " + one.getBundleId() + " org.example.two"));
        assertEquals(Bundle.ACTIVE, one.getState());
        assertEquals(Bundle.ACTIVE, two.getState());
        assertEquals(DONE, framework.run("stop " + one.getLocation() + " " + two.getBundleId()));
        assertEquals(Bundle.RESOLVED, one.getState());
        assertEquals(Bundle.RESOLVED, two.getState());
        assertEquals(DONE, framework.run("start $first"), "a bundle that a variable holds");
        assertEquals(Bundle.ACTIVE, one.getState());
        assertEquals(DONE, framework.run("uninstall org.example.one org.example.one"));
        assertNull(framework.bundle("org.example.one"));
    }

    @Test
    void aNameOfTwoIsNoName() throws Exception {
        Bundle newer = framework.install(framework.jar("newer.jar", "org.example.one", "2.0.0"));
        String two = one.getBundleId() + ", " + newer.getBundleId();
        assertFails(
                1, "stop: several bundles are org.example.one: " + two + ";", framework.run("stop org.example.one"));
    }

    @Test
    void whatFailsIsToldAndDoneWithTheOthers() {
        Answer answer = run("start org.example.broken org.example.two");
        assertFails(1, "start: org.example.broken [" + broken.getBundleId() + "]: Unable to resolve", answer);
        assertTrue(answer.err().contains("org.example.gone"), answer::toString);
        assertEquals(Bundle.ACTIVE, two.getState());

        assertFails(1, "resolve: not resolved: org.example.broken [", run("resolve"));
        assertFails(
                1, "resolve: not resolved: org.example.broken [", run("resolve org.example.one org.example.broken"));
        assertEquals(DONE, run("resolve org.example.one"));
        assertEquals(Bundle.RESOLVED, one.getState());
    }

    private Answer run(String line) {
        try {
            return framework.run(line);
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Test
    void installTakesUrlsAndFilesAndSaysWhatItInstalled() throws Exception {
        framework.jar("a file.jar", "org.example.file", "1.0.0");
        Path url = framework.jar("url.jar", "org.example.url", "1.0.0");
        long next = broken.getBundleId() + 1;
        assertEquals(new Answer(0, "Bundle ID: " + next + "\n", ""), run("install 'a file.jar'"));
        assertEquals(
                new Answer(0, "Bundle IDs: " + (next + 1) + ", " + next + "\n", ""),
                run("install " + url.toUri() + " 'a file.jar'"));
        assertEquals(Bundle.INSTALLED, framework.bundle("org.example.url").getState());

        framework.jar("more.jar", "org.example.more", "1.0.0");
        Answer some = run("install file:/nope.jar nosuch:x more.jar");
        assertFails(1, "install: file:/nope.jar: /nope.jar (No such file or directory); nosuch:x: ", some);
        long id = framework.bundle("org.example.more").getBundleId();
        assertTrue(some.err().endsWith("; Bundle ID: " + id + "\n"), some::toString);
    }

    @Test
    void startInstallsWhatAUrlNames() throws Exception {
        Path jar = framework.jar("late.jar", "org.example.late", "1.0.0");
        assertEquals(DONE, run("start " + jar.toUri()));
        assertEquals(Bundle.ACTIVE, framework.bundle("org.example.late").getState());
        assertFails(1, "start: file:/nope.jar: /nope.jar (No such", run("start file:/nope.jar"));
    }

    @Test
    void updateTakesItsOwnPlaceOrAnother() throws Exception {
        framework.jar("one.jar", "org.example.one", "1.1.0");
        assertEquals(DONE, run("update org.example.one"));
        assertEquals(Version.valueOf("1.1.0"), one.getVersion());
        Path other = framework.jar("other.jar", "org.example.one", "1.2.0");
        assertEquals(DONE, run("update org.example.one " + other.toUri()));
        assertEquals(Version.valueOf("1.2.0"), one.getVersion());
        framework.jar("one.jar", "org.example.one", "1.3.0");
        assertEquals(DONE, run("update org.example.one one.jar"));
        assertEquals(Version.valueOf("1.3.0"), one.getVersion());

        String failed = "update: org.example.one [" + one.getBundleId() + "]: ";
        assertFails(1, failed + "/nope (No such file", run("update org.example.one file:/nope"));
        assertFails(1, failed, run("update org.example.one nosuch:x"));
        Files.writeString(folder.resolve("one.jar"), "no jar");
        assertFails(1, failed, run("update org.example.one"));
        assertEquals(Version.valueOf("1.3.0"), one.getVersion());
    }

    @Test
    void forNowIsNotRemembered() {
        BundleStartLevel remembered = one.adapt(BundleStartLevel.class);
        assertEquals(DONE, run("start -t org.example.one"));
        assertEquals(Bundle.ACTIVE, one.getState());
        assertEquals(false, remembered.isPersistentlyStarted());
        assertEquals(DONE, run("start org.example.one"));
        assertEquals(true, remembered.isPersistentlyStarted());
        assertEquals(DONE, run("stop org.example.one --transient"));
        assertEquals(Bundle.RESOLVED, one.getState());
        assertEquals(true, remembered.isPersistentlyStarted());
        assertEquals(DONE, run("start --policy org.example.one"));
        assertEquals(true, remembered.isActivationPolicyUsed());
    }

    @Test
    void helpIsShownAndNothingDone() {
        Answer help = run("stop --help org.example.one");
        assertEquals(0, help.status());
        assertTrue(help.out().contains("stop [-t] BUNDLE…"), help::toString);
        assertTrue(help.out().contains("-t, --transient"), help::toString);
    }

    @Test
    void refreshWithoutBundlesTakesThoseThatWaitForIt() throws Exception {
        Answer none = run("refresh");
        assertEquals(0, none.status());
        assertTrue(none.out().startsWith("nothing to refresh: "), none::toString);

        Bundle api = framework.install(
                framework.jar("api.jar", "org.example.api", "1.0.0", "Export-Package", "org.example.gone"));
        broken.start();
        api.uninstall();
        FrameworkWiring wiring = framework.bundle("org.apache.felix.framework").adapt(FrameworkWiring.class);
        assertEquals(1, wiring.getRemovalPendingBundles().size());
        assertEquals(new Answer(0, "refreshing org.example.api, org.example.broken\n", ""), run("refresh"));
        while (!wiring.getRemovalPendingBundles().isEmpty()) {
            Thread.onSpinWait(); // a hang fails by time-out
        }
    }

    @Test
    void refreshTakesThoseThatAreNamed() {
        assertEquals(DONE, run("resolve org.example.one"));
        assertEquals(DONE, run("refresh org.example.one"));
        while (one.getState() != Bundle.INSTALLED) {
            Thread.onSpinWait(); // a hang fails by time-out
        }
    }
}
