package org.penstock.itests.container;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.wiring.FrameworkWiring;

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
        install(artifact, uninstall(artifact));
    }

    /** @return where it was */
    String uninstall(String artifact) throws BundleException {
        Bundle gone = find(artifact);
        gone.uninstall();
        return gone.getLocation();
    }

    void install(String artifact, String location) throws BundleException, IOException {
        try (InputStream in = Files.newInputStream(Distribution.jar(artifact))) {
            context.installBundle(location, in).start();
        }
    }

    void refresh(Bundle b) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(1);
        context.getBundle(0).adapt(FrameworkWiring.class).refreshBundles(List.of(b), e -> done.countDown());
        assertTrue("refresh of " + b, done.await(30, TimeUnit.SECONDS));
    }
}
