package org.penstock.benchmarks.parties.penstock;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.jar.JarFile;

/** What the bundles on this program's class path export, so that its framework exports the same in their place. */
final class Exports {
    private static final String HEADER = "Export-Package";

    private Exports() {}

    /** The header of the bundle that a class was loaded from. */
    static String of(Class<?> type) throws IOException {
        Path file = file(type);
        try (JarFile jar = new JarFile(file.toFile())) {
            String exports = jar.getManifest().getMainAttributes().getValue(HEADER);
            if (exports == null) {
                throw new IOException(file + " exports nothing");
            }
            return exports;
        }
    }

    private static Path file(Class<?> type) {
        try {
            return Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
