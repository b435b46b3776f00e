package org.penstock.proxy.swap;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicReference;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.service.cm.ConfigurationAdmin;
import org.osgi.service.cm.ConfigurationEvent;
import org.osgi.service.cm.ConfigurationListener;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.penstock.proxy.api.ProxyControl;
import org.penstock.proxy.api.SwapPlan;
import org.penstock.proxy.api.SwapReport;
import org.penstock.proxy.api.SwapRequest;
import org.penstock.proxy.api.Swaps;
import org.penstock.transport.api.Transport;

/** Where swaps meet the framework: what they need comes and goes, operators call. All work is the {@link Swapper}'s. */
@Component(
        immediate = true,
        service = {Swaps.class, ConfigurationListener.class})
public final class SwapService implements Swaps, ConfigurationListener {
    private static final Duration DEACTIVATION = Duration.ofSeconds(3);

    private record Named(String name, boolean adopts) {}

    private final AtomicReference<ProxyControl> control = new AtomicReference<>();
    private final AtomicReference<ConfigurationAdmin> admin = new AtomicReference<>();
    private final Map<Long, Named> transports = new ConcurrentSkipListMap<>();
    private final Swapper swapper;

    /** For the component runtime. */
    @Activate
    public SwapService(BundleContext context) {
        swapper = new Swapper(new Memory(new ChoiceFile(file(context))), this::adopts, control::get, this::configured);
    }

    /** In the instance's data folder; elsewhere, in Karaf for example, in the bundle's own. */
    private static Path file(BundleContext context) {
        String data = context.getProperty("penstock.data");
        File own = data == null ? context.getDataFile("swaps") : null;
        return own == null ? Path.of(data == null ? "data" : data, "state", "swaps") : own.toPath();
    }

    @Reference(cardinality = ReferenceCardinality.OPTIONAL, policy = ReferencePolicy.DYNAMIC)
    void bindControl(ProxyControl service) {
        control.set(service);
        swapper.look();
    }

    void unbindControl(ProxyControl service) {
        control.compareAndSet(service, null);
    }

    @Reference(cardinality = ReferenceCardinality.OPTIONAL, policy = ReferencePolicy.DYNAMIC)
    void bindAdmin(ConfigurationAdmin service) {
        admin.set(service);
        swapper.look();
    }

    void unbindAdmin(ConfigurationAdmin service) {
        admin.compareAndSet(service, null);
    }

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    void bindTransport(Transport transport, Map<String, Object> properties) {
        transports.put(
                (Long) properties.get(Constants.SERVICE_ID),
                new Named(
                        String.valueOf(properties.get(Transport.NAME)),
                        transport.traits().adopts()));
        swapper.look();
    }

    void unbindTransport(Map<String, Object> properties) {
        transports.remove((Long) properties.get(Constants.SERVICE_ID));
    }

    private boolean adopts(String name) {
        boolean adopts = true;
        for (Named t : transports.values()) {
            adopts = t.name().equals(name) ? t.adopts() : adopts; // the newest of a name is the one that is used
        }
        return adopts;
    }

    private Map<String, String> configured() throws IOException {
        ConfigurationAdmin service = admin.get();
        if (service == null) {
            throw new IOException("no configuration service");
        }
        return new AdminConfigured(service).transports();
    }

    @Deactivate
    void deactivate() {
        swapper.stop(DEACTIVATION);
    }

    @Override
    public SwapPlan plan(SwapRequest request) {
        return swapper.plan(request);
    }

    @Override
    public SwapReport swap(SwapRequest request) {
        return swapper.swap(request);
    }

    @Override
    public List<String> remembered() {
        return swapper.remembered();
    }

    @Override
    public void configurationEvent(ConfigurationEvent event) {
        if (AdminConfigured.FACTORY_PID.equals(event.getFactoryPid())) {
            swapper.look();
        }
    }
}
