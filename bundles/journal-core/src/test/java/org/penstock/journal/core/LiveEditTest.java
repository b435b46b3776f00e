package org.penstock.journal.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceRegistration;
import org.penstock.journal.api.Durability;
import org.penstock.journal.api.Journal;
import org.penstock.journal.api.JournalInfo.State;
import org.penstock.journal.api.Storage;
import org.penstock.journal.storage.nio.NioStorage;
import org.penstock.test.support.LogLines;

/** docs/configuration.md: an edit holds at once, or opens the journal anew; a mistake is one line, and changes nothing. */
@Timeout(60)
class LiveEditTest {
    @TempDir
    Path folder;

    private final AtomicReference<Journal> registered = new AtomicReference<>();
    private final JournalComponent component = new JournalComponent();

    @BeforeEach
    void start() {
        component.bindStorage(new NioStorage(), Map.of(Storage.NAME, "nio"));
        component.activate(registry(), written(Map.of()));
    }

    @AfterEach
    void stop() {
        component.deactivate();
        assertEquals(null, registered.get());
    }

    /** A framework in which the journal alone is registered. */
    private BundleContext registry() {
        return fake(BundleContext.class, (method, arguments) -> {
            assertEquals("registerService", method);
            registered.set((Journal) arguments[1]);
            return fake(ServiceRegistration.class, (name, none) -> {
                assertEquals("unregister", name);
                registered.set(null);
                return null;
            });
        });
    }

    private interface Calls {
        Object answer(String method, Object[] arguments);
    }

    private static <T> T fake(Class<T> type, Calls calls) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (self, method, arguments) -> calls.answer(method.getName(), arguments)));
    }

    private Map<String, Object> written(Map<String, String> more) {
        Map<String, Object> all = new HashMap<>(
                Map.of("directory", folder.resolve("journal").toString(), "segment.size", "64k", "ring.size", "64k"));
        all.putAll(more);
        return all;
    }

    private List<String> edit(Map<String, String> more) {
        return LogLines.during(() -> component.modified(written(more))).stream()
                .filter(line -> line.contains("JournalComponent"))
                .toList();
    }

    private static void append(Journal journal, String text) {
        Heard heard = new Heard();
        assertTrue(Entries.put(journal.appender(heard), text, Durability.DISK));
        heard.awaitAcknowledged(1);
    }

    private static void assertTold(String changes, List<String> lines) {
        assertEquals(1, lines.size(), lines.toString());
        assertTrue(
                lines.get(0)
                        .endsWith(
                                "INFO org.penstock.journal.core.JournalComponent - journal uses its new configuration: "
                                        + changes),
                lines.get(0));
    }

    @Test
    void whatNeedsNoOpeningHoldsAtOnceAndIsToldInALine() throws Exception {
        Journal journal = registered.get();
        append(journal, "one");
        assertTold(
                "retention.bytes = unlimited -> 1048576; retention.age = unlimited -> 604800s; on.failure = roll -> stop",
                edit(Map.of("retention.bytes", "1m", "retention.age", "7d", "on.failure", "stop")));
        assertSame(journal, registered.get());
        assertTold(
                "storage = nio -> other; retention.bytes = 1048576 -> unlimited; retention.age = 604800s -> unlimited;"
                        + " on.failure = stop -> roll",
                edit(Map.of("storage", "other")));
        assertEquals("no storage named other", journal.info().detail());
        edit(Map.of());
        while (journal.info().state() != State.OPEN) {
            Thread.onSpinWait();
        }
        append(journal, "two");
        assertEquals(List.of("one", "two"), Entries.texts(folder.resolve("journal")));
    }

    @Test
    void whatNeedsOneOpensItAnewAndIsToldInALine() throws Exception {
        Journal journal = registered.get();
        append(journal, "one");
        assertTold("ring.size = 65536 -> 131072", edit(Map.of("ring.size", "128k")));
        assertNotSame(journal, registered.get());
        assertEquals(State.CLOSED, journal.info().state());
        append(registered.get(), "two");
        assertEquals(List.of("one", "two"), Entries.texts(folder.resolve("journal")));
    }

    @ParameterizedTest
    @CsvSource({"ring.size, 3m", "retention.age, 7w", "on.failure, sulk", "directory, ''", "colour, blue"})
    void aMistakeIsOneLineAndChangesNothing(String key, String bad) {
        Journal journal = registered.get();
        List<String> lines = edit(Map.of(key, bad));
        assertEquals(1, lines.size(), lines.toString());
        assertTrue(lines.get(0).contains("ERROR") && lines.get(0).contains(key), lines.get(0));
        assertTrue(lines.get(0).contains("the last good configuration stays in force"), lines.get(0));
        assertSame(journal, registered.get());
        append(journal, "goes on");
        assertEquals(List.of(), edit(Map.of("retention.bytes", "unlimited")), "what is in force is what was");
    }
}
