package org.penstock.config.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.felix.fileinstall.ArtifactInstaller;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** FileInstall reads what is fit, and what was read stays in force whatever the file becomes. */
class GateTest {
    @TempDir
    Path folder;

    private final List<String> read = new ArrayList<>();
    private ArtifactInstaller reader = new Reader();
    private final Gate gate = new Gate(() -> Optional.ofNullable(reader), name -> null);

    private final class Reader implements ArtifactInstaller {
        @Override
        public boolean canHandle(File file) {
            return true;
        }

        @Override
        public void install(File file) throws IOException {
            String text = Files.readString(file.toPath());
            if (text.contains("full")) {
                throw new UncheckedIOException(new IOException("No space left on device"));
            }
            read.add(file.getName() + ":" + text);
        }

        @Override
        public void update(File file) throws IOException {
            install(file);
        }

        @Override
        public void uninstall(File file) {
            read.add(file.getName() + " is gone");
        }
    }

    private File file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toFile();
    }

    @Test
    void whatIsFitIsReadAndWhatIsGoneIsGone() throws Exception {
        File file = file("a.cfg", "x = 1");
        assertTrue(gate.canHandle(file));
        gate.install(file);
        gate.update(file("a.cfg", "x = 2"));
        gate.uninstall(file);
        assertEquals(List.of("a.cfg:x = 1", "a.cfg:x = 2", "a.cfg is gone"), read);
        assertEquals(Map.of(), gate.problems());
    }

    @Test
    void anEditThatIsNotFitIsKeptBackAndTheNextOneIsReadAgain() throws Exception {
        File file = file("a.cfg", "x = 1");
        gate.install(file);
        gate.update(file("a.cfg", "x = \\u12"));
        assertEquals(1, read.size());
        assertTrue(gate.problems().get(file).startsWith("line 1 holds \\u12"));
        gate.update(file("a.cfg", "x = 3"));
        assertEquals("a.cfg:x = 3", read.get(1));
        assertEquals(Map.of(), gate.problems());
    }

    @Test
    void whatItsReaderThrowsIsOneLineAndNotThrownOn() throws IOException {
        File file = file("a.cfg", "x = full");
        gate.install(file);
        assertEquals(Map.of(file, "it is not read: No space left on device; make room there"), gate.problems());
    }

    @Test
    void whatWasNeverReadIsNotTakenBack() throws Exception {
        File file = file("a.cfg", "x = \\u12");
        gate.install(file);
        gate.uninstall(file);
        assertEquals(List.of(), read);
        assertEquals(Map.of(), gate.problems());
    }

    @Test
    void aNameThatIsNotAllowedIsNotRead() throws Exception {
        File file = file("a b.cfg", "x = 1");
        gate.install(file);
        gate.uninstall(file);
        gate.install(file(".cfg", "x = 1"));
        assertEquals(List.of(), read);
    }

    @Test
    void whatIsGoneBeforeItIsReadIsNothingToTell() throws Exception {
        File file = file("a.cfg", "x = 1");
        Files.delete(file.toPath());
        gate.install(file);
        gate.uninstall(file);
        assertEquals(List.of(), read);
        assertEquals(Map.of(), gate.problems());
    }

    @Test
    void withoutAReaderItIsLeftForLater() throws IOException {
        File file = file("a.cfg", "x = 1");
        reader = null;
        assertFalse(gate.canHandle(file));
        assertFalse(gate.canHandle(file("a.jar", "")));
    }
}
