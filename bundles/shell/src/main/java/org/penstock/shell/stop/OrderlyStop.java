package org.penstock.shell.stop;

import java.time.Duration;
import java.util.Map;
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
import org.penstock.proxy.api.DrainReport;
import org.penstock.proxy.api.ProxyControl;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Drains the proxies when the framework begins to stop, whoever stops it: a signal, {@code shutdown}, {@code stop 0}. The
 * framework tells of its stopping before it stops the first bundle, and waits for synchronous listeners.
 */
@Component(service = OrderlyStop.class, immediate = true, configurationPid = StopSettings.PID)
public final class OrderlyStop implements SynchronousBundleListener {
    private static final Logger LOG = LoggerFactory.getLogger(OrderlyStop.class);

    private final BundleContext context;
    private final Duration patience;

    @Reference(cardinality = ReferenceCardinality.OPTIONAL, policy = ReferencePolicy.DYNAMIC)
    volatile ProxyControl control;

    /** For the component runtime. */
    @Activate
    public OrderlyStop(BundleContext context, Map<String, Object> properties) {
        this.context = context;
        this.patience = patience(properties);
        context.addBundleListener(this);
    }

    private static Duration patience(Map<String, Object> properties) {
        try {
            return StopSettings.parse(properties).patience();
        } catch (IllegalArgumentException e) {
            LOG.error("configuration refused, default in force: {}", e.getMessage());
            return StopSettings.DEFAULT.patience();
        }
    }

    @Deactivate
    void deactivate() {
        context.removeBundleListener(this);
    }

    /** How long sessions are given, where the caller does not say. */
    public Duration patience() {
        return patience;
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
            DrainReport report = proxies.drain(patience);
            LOG.info(
                    "drained sessions.ended={} sessions.cut={} took_ms={}",
                    report.ended(),
                    report.cut(),
                    report.tookNanos() / 1_000_000);
        }
    }
}
