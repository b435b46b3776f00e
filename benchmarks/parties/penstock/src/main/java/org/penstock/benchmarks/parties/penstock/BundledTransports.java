package org.penstock.benchmarks.parties.penstock;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.felix.framework.FrameworkFactory;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.launch.Framework;
import org.osgi.util.tracker.ServiceTracker;
import org.penstock.transport.api.Transport;
import org.slf4j.Logger;

/**
 * A framework in this process, with the transports of a distribution and what these need. They share this program's
 * classes of the API and of the log. It ends with the process.
 */
final class BundledTransports {
    /** Bundles whose names begin so are installed; of these, what this program has itself is not. */
    private static final List<String> NEEDED =
            List.of("transport-", "netty-", "org.osgi.", "org.apache.felix.scr", "org.apache.felix.metatype");

    private static final String SHARED = "transport-api.jar";

    /** Components come up behind their bundles, within a moment. */
    private static final long PATIENCE_MILLIS = 2_000;

    private final BundleContext context;

    private BundledTransports(BundleContext context) {
        this.context = context;
    }

    /**
     * Starts them.
     *
     * @param bundles the distribution's folder of bundles
     */
    static BundledTransports start(Path bundles) throws IOException, BundleException {
        Path cache = Files.createTempDirectory(Path.of("").toAbsolutePath(), "framework-");
        Framework framework = new FrameworkFactory()
                .newFramework(Map.of(
                        Constants.FRAMEWORK_STORAGE,
                        cache.toString(),
                        Constants.FRAMEWORK_SYSTEMPACKAGES_EXTRA,
                        String.join(",", Exports.of(Transport.class), Exports.of(Logger.class))));
        framework.start();
        BundleContext context = framework.getBundleContext();
        List<Bundle> installed = new ArrayList<>();
        for (Path jar : needed(bundles)) {
            installed.add(context.installBundle(jar.toUri().toString()));
        }
        installed.forEach(BundledTransports::start);
        return new BundledTransports(context);
    }

    private static List<Path> needed(Path bundles) throws IOException {
        try (Stream<Path> jars = Files.list(bundles)) {
            return jars.filter(jar -> isNeeded(jar.getFileName().toString()))
                    .sorted()
                    .toList();
        }
    }

    private static boolean isNeeded(String name) {
        return !name.equals(SHARED) && NEEDED.stream().anyMatch(name::startsWith);
    }

    /** One that does not start is missed by whoever asks for its transport; this says why. */
    private static void start(Bundle bundle) {
        if (bundle.getHeaders().get(Constants.FRAGMENT_HOST) != null) {
            return;
        }
        try {
            bundle.start();
        } catch (BundleException e) {
            System.err.println(bundle.getLocation() + " does not start: " + e.getMessage());
        }
    }

    Optional<Transport> find(String name) throws InvalidSyntaxException, InterruptedException {
        ServiceTracker<Transport, Transport> tracker = new ServiceTracker<>(
                context,
                context.createFilter("(&(" + Constants.OBJECTCLASS + "=" + Transport.class.getName() + ")("
                        + Transport.NAME + "=" + name + "))"),
                null);
        tracker.open();
        return Optional.ofNullable(tracker.waitForService(PATIENCE_MILLIS));
    }

    /** Those that are in service now. */
    List<String> names() throws InvalidSyntaxException {
        Collection<ServiceReference<Transport>> all = context.getServiceReferences(Transport.class, null);
        return all.stream()
                .map(reference -> reference.getProperty(Transport.NAME))
                .flatMap(name -> name instanceof String[] several ? Arrays.stream(several) : Stream.of(name))
                .map(String::valueOf)
                .sorted()
                .toList();
    }
}
