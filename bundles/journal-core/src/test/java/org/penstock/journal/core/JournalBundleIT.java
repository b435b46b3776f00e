package org.penstock.journal.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.launch.Framework;
import org.osgi.framework.launch.FrameworkFactory;
import org.osgi.service.cm.Configuration;
import org.osgi.service.cm.ConfigurationAdmin;
import org.osgi.util.tracker.ServiceTracker;
import org.penstock.journal.api.Durability;
import org.penstock.journal.api.Journal;
import org.penstock.journal.api.JournalInfo.State;

/** Promise: the bundle as built resolves in Felix, follows its configuration, and lives with storages that come and go. */
@Timeout(120)
class JournalBundleIT {
    private static final long PATIENCE_MILLIS = TimeUnit.SECONDS.toMillis(30);

    @TempDir
    Path directory;

    private Framework framework;
    private Bundle core;
    private Bundle storage;
    private ServiceTracker<Journal, Journal> journals;

    @BeforeEach
    void start() throws Exception {
        Map<String, String> properties = new HashMap<>();
        properties.put(Constants.FRAMEWORK_STORAGE, directory.resolve("cache").toString());
        properties.put(
                Constants.FRAMEWORK_SYSTEMPACKAGES_EXTRA,
                "org.slf4j;version=2.0.17,org.penstock.journal.api;version=1.0.0,org.osgi.service.cm;version=1.6.1");
        framework = ServiceLoader.load(FrameworkFactory.class)
                .findFirst()
                .orElseThrow()
                .newFramework(properties);
        framework.start();
        for (String library : List.of(
                "org.osgi.util.function",
                "org.osgi.util.promise",
                "org.osgi.service.component",
                "org.apache.felix.configadmin",
                "org.apache.felix.scr")) {
            install(library);
        }
        core = install("journal-core");
        storage = install("journal-storage-nio");
        for (Bundle bundle : context().getBundles()) {
            bundle.start();
        }
        journals = new ServiceTracker<>(context(), Journal.class, null);
        journals.open();
    }

    private BundleContext context() {
        return framework.getBundleContext();
    }

    /** The jar as the build made it: the classes on the class path are not the bundle. */
    private Bundle install(String artifact) throws Exception {
        String jar = System.getProperty("bundle." + artifact);
        assertNotNull(jar, "which jar is " + artifact);
        return context().installBundle(Path.of(jar).toUri().toString());
    }

    @AfterEach
    void stop() throws Exception {
        framework.stop();
        framework.waitForStop(PATIENCE_MILLIS);
        assertEquals(
                List.of(),
                Thread.getAllStackTraces().keySet().stream()
                        .map(Thread::getName)
                        .filter(name -> name.startsWith("penstock-"))
                        .toList());
    }

    private void configure(String... keysAndValues) throws Exception {
        ServiceTracker<ConfigurationAdmin, ConfigurationAdmin> admins =
                new ServiceTracker<>(context(), ConfigurationAdmin.class, null);
        admins.open();
        Configuration configuration =
                admins.waitForService(PATIENCE_MILLIS).getConfiguration("org.penstock.journal", null);
        Map<String, Object> properties = new HashMap<>();
        properties.put("directory", directory.resolve("journal").toString());
        properties.put("segment.size", "64k");
        properties.put("ring.size", "64k");
        for (int i = 0; i < keysAndValues.length; i += 2) {
            properties.put(keysAndValues[i], keysAndValues[i + 1]);
        }
        configuration.update(FrameworkUtil.asDictionary(properties));
        admins.close();
    }

    private Journal journal() throws InterruptedException {
        Journal journal = journals.waitForService(PATIENCE_MILLIS);
        assertNotNull(journal, "no journal");
        return journal;
    }

    private static void append(Journal journal, String text) {
        Heard heard = new Heard();
        assertTrue(Entries.put(journal.appender(heard), text, Durability.DISK));
        heard.awaitAcknowledged(1);
    }

    @Test
    void itResolvesAndIsThereWhenConfigured() throws Exception {
        assertEquals(Bundle.ACTIVE, core.getState());
        assertNull(journals.getService(), "no configuration, no journal");
        configure();
        append(journal(), "hello");
        assertEquals(List.of("hello"), Entries.texts(directory.resolve("journal")));
    }

    @Test
    void theStorageBundleMayBeStoppedAndStartedAndUpdated() throws Exception {
        configure();
        Journal journal = journal();
        append(journal, "one");
        storage.stop();
        assertEquals(State.STALLED, journal.info().state());
        assertEquals("no storage named nio", journal.info().detail());
        storage.start();
        awaitOpen(journal);
        append(journal, "two");
        storage.update();
        awaitOpen(journal);
        append(journal, "three");
        assertSame(journal, journals.getService(), "the journal itself stays");
        assertEquals(List.of("one", "two", "three"), Entries.texts(directory.resolve("journal")));
    }

    private static void awaitOpen(Journal journal) {
        while (journal.info().state() != State.OPEN) {
            Thread.onSpinWait();
        }
    }

    @Test
    void theCoreBundleMayBeUpdatedAndGoesOnWhereItWas() throws Exception {
        configure();
        append(journal(), "one");
        core.update();
        append(journal(), "two");
        assertEquals(List.of("one", "two"), Entries.texts(directory.resolve("journal")));
    }

    @Test
    void aBadEditLeavesTheLastGoodConfigurationInForce() throws Exception {
        configure();
        Journal journal = journal();
        configure("ring.size", "nonsense");
        append(journal, "still there");
        assertSame(journal, journals.getService());
        configure("ring.size", "128k");
        while (journals.getService() == null || journals.getService() == journal) {
            Thread.onSpinWait();
        }
        append(journal(), "with a larger ring");
        assertEquals(State.CLOSED, journal.info().state());
    }

    @Test
    void aStorageThatIsNotThereIsNamedAndTheJournalWaits() throws Exception {
        configure("storage", "mapped");
        Journal journal = journal();
        while (journal.info().state() != State.STALLED) {
            Thread.onSpinWait();
        }
        assertEquals("no storage named mapped", journal.info().detail());
        configure("storage", "nio");
        awaitOpen(journal);
        append(journal, "hello");
        assertSame(journal, journals.getService());
    }

    @Test
    void aDirectoryInUseIsTriedAgainUntilItIsFree() throws Exception {
        OpenJournal other = Opened.open(directory.resolve("journal"));
        configure();
        assertNull(journals.getService());
        other.close();
        append(journal(), "at last");
    }
}
