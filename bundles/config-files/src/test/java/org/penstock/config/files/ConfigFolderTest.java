package org.penstock.config.files;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.felix.fileinstall.ArtifactInstaller;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What was found is told for as long as it is so, and no longer. */
class ConfigFolderTest {
    private static final Takers TAKERS = new Takers(Set.of("a", "b"), Set.of(), Set.of("a", "b"));

    private static final String NOBODY = "c.cfg: nothing takes it; allowed are " + TAKERS.allowed();

    @TempDir
    Path folder;

    private Gate gate;
    private Findings findings;
    private ConfigFolder looked;

    @BeforeEach
    void aFolder() {
        gate = new Gate(() -> Optional.of(new Reader()), name -> null);
        findings = new Findings(() -> gate.problems().entrySet().stream()
                .collect(Collectors.toMap(problem -> problem.getKey().getName(), Map.Entry::getValue)));
        looked = new ConfigFolder(folder.toString(), new Survey(folder, () -> TAKERS), gate, findings, () -> true);
    }

    /** Takes everything. */
    private static final class Reader implements ArtifactInstaller {
        @Override
        public boolean canHandle(File file) {
            return true;
        }

        @Override
        public void install(File file) {}

        @Override
        public void update(File file) {}

        @Override
        public void uninstall(File file) {}
    }

    private void write(String name, String text) throws IOException {
        gate.update(Files.writeString(folder.resolve(name), text).toFile());
    }

    private void lookUntilItLasts() {
        for (int i = 0; i < News.LOOKS; i++) {
            looked.look();
        }
    }

    @Test
    void aFileThatWasMendedIsNotToldAnyMoreThoughNobodyHasLookedSince() throws IOException {
        write("a.cfg", "x = \\u12");
        lookUntilItLasts();
        assertEquals(Set.of("a.cfg"), findings.get().keySet());
        write("a.cfg", "x = 1");
        assertEquals(Map.of(), findings.get());
    }

    @Test
    void aMistakeThatBecameAnotherOneIsToldAsThatAtOnce() throws IOException {
        write("a.cfg", "x = \\u12");
        lookUntilItLasts();
        write("a.cfg", "\n x = \\u1");
        assertEquals(1, findings.get().size());
        assertEquals("a.cfg: line 2", findings.get().get("a.cfg").substring(0, 13));
    }

    @Test
    void whatTheFolderHoldsIsToldOnceItLastsAndUntilItIsLookedAtWithout() throws IOException {
        write("c.cfg", "x = 1");
        looked.look();
        assertEquals(Map.of(), findings.get());
        lookUntilItLasts();
        assertEquals(Map.of("c.cfg", NOBODY), findings.get());
        Files.delete(folder.resolve("c.cfg"));
        looked.look();
        assertEquals(Map.of(), findings.get());
    }

    @Test
    void aFileThatNothingTakesIsThatAgainOnceItCanBeRead() throws IOException {
        write("c.cfg", "x = \\u12");
        lookUntilItLasts();
        assertEquals("c.cfg: line 1", findings.get().get("c.cfg").substring(0, 13));
        write("c.cfg", "x = 1");
        lookUntilItLasts();
        assertEquals(Map.of("c.cfg", NOBODY), findings.get());
    }
}
