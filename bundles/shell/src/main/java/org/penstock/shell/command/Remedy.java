package org.penstock.shell.command;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.wiring.FrameworkWiring;

/**
 * What an operator does about a bundle that is not in service. One that uses another which was updated still has that
 * one's old classes, and does not find the new one's services: nothing but a refresh changes that, and {@code lb} shows
 * nothing of it.
 */
final class Remedy {
    private static final String LOOK = "see lb";
    private static final String PREFIX = "org.penstock.";

    private Remedy() {}

    /** For a bundle named as its folder in the sources is: {@code proxy-core}. */
    static String of(String bundle) {
        return Optional.ofNullable(FrameworkUtil.getBundle(Remedy.class))
                .map(Bundle::getBundleContext)
                .map(Remedy::framework)
                .map(framework -> of(bundle, framework))
                .orElse(LOOK);
    }

    private static FrameworkWiring framework(BundleContext context) {
        return context.getBundle(Constants.SYSTEM_BUNDLE_LOCATION).adapt(FrameworkWiring.class);
    }

    static String of(String bundle, FrameworkWiring framework) {
        List<Bundle> updated = framework.getRemovalPendingBundles().stream()
                .filter(b -> b.getState() != Bundle.UNINSTALLED)
                .filter(b -> uses(PREFIX + bundle, b, framework))
                .sorted()
                .toList();
        if (updated.isEmpty()) {
            return LOOK;
        }
        return joined(updated, ", ", Bundle::getSymbolicName) + (updated.size() == 1 ? " was" : " were")
                + " updated, and the old code is still in use: refresh "
                + joined(updated, " ", b -> Long.toString(b.getBundleId()));
    }

    private static boolean uses(String user, Bundle used, FrameworkWiring framework) {
        return framework.getDependencyClosure(List.of(used)).stream().anyMatch(b -> user.equals(b.getSymbolicName()));
    }

    private static String joined(List<Bundle> bundles, String separator, Function<Bundle, String> part) {
        return bundles.stream().map(part).collect(Collectors.joining(separator));
    }
}
