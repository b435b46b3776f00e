package org.penstock.shell.socket;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.osgi.framework.Bundle;
import org.osgi.framework.FrameworkListener;
import org.osgi.framework.wiring.BundleCapability;
import org.osgi.framework.wiring.FrameworkWiring;
import org.osgi.resource.Requirement;

/** Of a framework without bundles; counts how often it was asked to refresh what waits for it. */
final class FakeWiring implements FrameworkWiring {
    volatile Collection<Bundle> pending = List.of();
    final List<Collection<Bundle>> refreshed = new ArrayList<>();

    @Override
    public Bundle getBundle() {
        throw new AssertionError("nobody asks");
    }

    @Override
    public void refreshBundles(Collection<Bundle> bundles, FrameworkListener... listeners) {
        refreshed.add(bundles);
    }

    @Override
    public boolean resolveBundles(Collection<Bundle> bundles) {
        throw new AssertionError("nobody asks");
    }

    @Override
    public Collection<Bundle> getRemovalPendingBundles() {
        return pending;
    }

    @Override
    public Collection<Bundle> getDependencyClosure(Collection<Bundle> bundles) {
        return bundles;
    }

    @Override
    public Collection<BundleCapability> findProviders(Requirement requirement) {
        throw new AssertionError("nobody asks");
    }
}
