package org.penstock.itests.container;

import static org.junit.Assert.assertEquals;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;

/** Our bundles, and what operators do to them with the framework's own commands. */
final class Bundles {
    /** Each can be exchanged while everything runs. */
    static final List<String> SWAPPABLE = List.of(
            "transport-nio",
            "transport-bio",
            "transport-aio",
            "transport-nio-split",
            "transport-nio-pool",
            "transport-netty",
            "codec-mysql",
            "recorder-journal",
            "recorder-log",
            "journal-core",
            "journal-storage-nio",
            "proxy-core",
            "proxy-swap",
            "shell");

    private final BundleContext context;

    Bundles(BundleContext context) {
        this.context = context;
    }

    Bundle find(String artifact) {
        return Arrays.stream(context.getBundles())
                .filter(b -> ("org.penstock." + artifact).equals(b.getSymbolicName()))
                .findFirst()
                .orElseThrow(() -> new AssertionError(artifact + " is not installed"));
    }

    void update(String artifact) throws BundleException, IOException {
        Bundle b = find(artifact);
        try (InputStream in = Files.newInputStream(Distribution.jar(artifact))) {
            b.update(in);
        }
        assertEquals(artifact, Bundle.ACTIVE, b.getState());
    }

    void stopAndStart(String artifact) throws BundleException {
        find(artifact).stop();
        find(artifact).start();
    }

    void uninstallAndInstall(String artifact) throws BundleException, IOException {
        Bundle gone = find(artifact);
        gone.uninstall();
        try (InputStream in = Files.newInputStream(Distribution.jar(artifact))) {
            context.installBundle(gone.getLocation(), in).start();
        }
    }
}
