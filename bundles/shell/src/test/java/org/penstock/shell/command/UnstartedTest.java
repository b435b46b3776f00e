package org.penstock.shell.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;
import org.osgi.framework.launch.Framework;
import org.osgi.framework.launch.FrameworkFactory;

/** In a real framework. */
@Timeout(60)
class UnstartedTest {
    @TempDir
    Path folder;

    private Framework felix;
    private Unstarted unstarted;

    @BeforeEach
    void aFrameworkThatHasNotStartedYet() throws BundleException {
        felix = ServiceLoader.load(FrameworkFactory.class)
                .findFirst()
                .orElseThrow()
                .newFramework(Map.of(
                        Constants.FRAMEWORK_STORAGE, folder.resolve("cache").toString(), "felix.log.level", "0"));
        felix.init();
        unstarted = new Unstarted(Optional.of(felix));
    }

    @AfterEach
    void nothingIsLeft() throws Exception {
        felix.stop();
        felix.waitForStop(0);
    }

    private Bundle install(String name, String header, String value) throws Exception {
        Manifest manifest = new Manifest();
        Attributes headers = manifest.getMainAttributes();
        headers.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        headers.putValue(Constants.BUNDLE_MANIFESTVERSION, "2");
        headers.putValue(Constants.BUNDLE_SYMBOLICNAME, name);
        headers.putValue(header, value);
        Path path = folder.resolve(name);
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(path), manifest)) {
            jar.finish();
        }
        return felix.getBundleContext().installBundle(path.toUri().toString());
    }

    @Test
    void itIsWhatTheFrameworkHasTriedToStartInVain() throws Exception {
        install("org.penstock.good", "Comment", "none").start();
        install("org.penstock.idle", "Comment", "nobody has started it");
        install("org.penstock.unresolved", Constants.IMPORT_PACKAGE, "no.such.one")
                .start();
        install("org.penstock.broken", Constants.BUNDLE_ACTIVATOR, "no.such.One")
                .start();
        install("com.example.broken", Constants.BUNDLE_ACTIVATOR, "no.such.One").start();
        assertEquals(List.of(), unstarted.get());

        felix.start();
        assertEquals(List.of("unresolved", "broken"), unstarted.get());
        Bundle stopped = felix.getBundleContext().getBundle(4);
        stopped.stop();
        assertEquals(List.of("unresolved"), unstarted.get());
    }

    @Test
    void outsideOfAFrameworkThereIsNone() {
        assertEquals(List.of(), Unstarted.here().get());
    }
}
