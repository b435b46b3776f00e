package org.penstock.shell.stop;

import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleEvent;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;
import org.osgi.framework.SynchronousBundleListener;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.penstock.proxy.api.ProxyControl;

/**
 * Drains the proxies when the framework begins to stop, whoever stops it: a signal, {@code shutdown}, {@code stop 0}. The
 * framework tells of its stopping before it stops the first bundle, and waits for synchronous listeners; so what the
 * proxies need is still there, in whichever order bundles are stopped.
 */
@Component(service = OrderlyStop.class, immediate = true)
public final class OrderlyStop implements SynchronousBundleListener {
    private final BundleContext context;

    @Reference(cardinality = ReferenceCardinality.OPTIONAL, policy = ReferencePolicy.DYNAMIC)
    volatile ProxyControl control;

    /** For the component runtime. */
    @Activate
    public OrderlyStop(BundleContext context) {
        this.context = context;
    }

    @Activate
    void activate() {
        context.addBundleListener(this);
    }

    @Deactivate
    void deactivate() {
        context.removeBundleListener(this);
    }

    /** Stops the framework; returns at once. */
    public void stopFramework() throws BundleException {
        context.getBundle(Constants.SYSTEM_BUNDLE_LOCATION).stop();
    }

    @Override
    public void bundleChanged(BundleEvent event) {
        ProxyControl proxies = control;
        boolean frameworkStops = event.getType() == BundleEvent.STOPPING
                && event.getBundle().getBundleId() == Constants.SYSTEM_BUNDLE_ID;
        if (frameworkStops && proxies != null) {
            proxies.drain();
        }
    }
}
