package org.penstock.shell.command;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.osgi.framework.Bundle;
import org.osgi.framework.Constants;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.startlevel.BundleStartLevel;

/**
 * Bundles of Penstock's that were to be started with the framework and are not active, named as their folders in the sources
 * are. The framework has tried and goes on with the others; why, it has logged, and keeps no longer than that.
 */
final class Unstarted implements Supplier<List<String>> {
    private static final String PREFIX = "org.penstock.";

    private final Optional<Bundle> framework;

    Unstarted(Optional<Bundle> framework) {
        this.framework = framework;
    }

    /** Of the framework that this is in; outside of one there are none. */
    static Unstarted here() {
        return new Unstarted(Optional.ofNullable(FrameworkUtil.getBundle(Unstarted.class))
                .map(bundle -> bundle.getBundleContext().getBundle(Constants.SYSTEM_BUNDLE_LOCATION)));
    }

    /** None before the framework has come to the end of its start. */
    @Override
    public List<String> get() {
        return framework
                .filter(system -> system.getState() == Bundle.ACTIVE)
                .map(system -> Arrays.stream(system.getBundleContext().getBundles())
                        .filter(Unstarted::isUnstarted)
                        .map(bundle -> bundle.getSymbolicName().substring(PREFIX.length()))
                        .toList())
                .orElse(List.of());
    }

    private static boolean isUnstarted(Bundle bundle) {
        String name = bundle.getSymbolicName();
        return name != null
                && name.startsWith(PREFIX)
                && (bundle.getState() & (Bundle.INSTALLED | Bundle.RESOLVED)) != 0
                && bundle.adapt(BundleStartLevel.class).isPersistentlyStarted();
    }
}
