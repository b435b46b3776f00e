package org.penstock.proxy.core;

import java.time.Duration;
import java.util.Dictionary;
import java.util.List;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.ServiceReference;
import org.osgi.service.cm.ManagedServiceFactory;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.metatype.annotations.Designate;
import org.penstock.codec.api.ProtocolCodec;
import org.penstock.proxy.api.DrainReport;
import org.penstock.proxy.api.MoveReport;
import org.penstock.proxy.api.ProxyControl;
import org.penstock.proxy.api.ProxyStatus;
import org.penstock.proxy.api.ServiceStatus;
import org.penstock.proxy.api.ServiceStatus.Family;
import org.penstock.proxy.api.SessionStatus;
import org.penstock.proxy.keeper.Buffers;
import org.penstock.proxy.keeper.Keeper;
import org.penstock.recorder.api.Recorder;
import org.penstock.transport.api.Transport;

/**
 * Where the framework meets the proxies: services come and go, configurations arrive, the core itself is started and
 * stopped.
 *
 * <p>References are dynamic and multiple, and what to use is chosen here: any other cardinality would hide a second
 * provider, or stop all proxies in the gap between two. A service that goes is told within its unregistering, on the
 * thread that stops it; sessions have left it when that call returns, or its bound is over.
 */
@Component(
        immediate = true,
        service = {ProxyControl.class, ManagedServiceFactory.class},
        configurationPid = ProxyCore.PID,
        configurationPolicy = ConfigurationPolicy.IGNORE,
        property = Constants.SERVICE_PID + "=" + ProxyCore.PID)
@Designate(ocd = ProxyMetatype.class, factory = true)
public final class ProxyCore implements ProxyControl, ManagedServiceFactory {
    /** The factory's PID; a proxy's is {@code org.penstock.proxy~NAME}. */
    static final String PID = "org.penstock.proxy";

    /** For busy sessions to end: the component runtime waits 5 s in all for an unbind. */
    private static final Duration UNBIND_PATIENCE = Duration.ofSeconds(2);

    private final BundleContext context;
    private final Bundle keepers;
    private final Services services = new Services();
    private final Proxies proxies;

    @Activate
    public ProxyCore(BundleContext context, @Reference Keeper keeper, @Reference Buffers buffers) {
        this(context, FrameworkUtil.getBundle(keeper.getClass()), keeper, buffers);
    }

    /** @param keepers the bundle the keeper is of */
    ProxyCore(BundleContext context, Bundle keepers, Keeper keeper, Buffers buffers) {
        this.context = context;
        this.keepers = keepers;
        this.proxies = new Proxies(services, keeper, buffers);
    }

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    void bindTransport(ServiceReference<Transport> reference, Transport transport) {
        services.transports.add(Generation.of(Family.TRANSPORT, Transport.NAME, reference, transport));
        proxies.transportCame();
    }

    void unbindTransport(Transport transport) {
        endIfFrameworkStops();
        services.transports.remove(transport).ifPresent(proxies::transportGoes);
    }

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    void bindCodec(ServiceReference<ProtocolCodec> reference, ProtocolCodec codec) {
        services.codecs.add(Generation.of(Family.CODEC, ProtocolCodec.PROTOCOL, reference, codec));
        proxies.codecCame();
    }

    void unbindCodec(ProtocolCodec codec) {
        endIfFrameworkStops();
        services.codecs.remove(codec).ifPresent(gone -> proxies.codecGoes());
    }

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    void bindRecorder(ServiceReference<Recorder> reference, Recorder recorder) {
        services.recorders.add(Generation.of(Family.RECORDER, Recorder.NAME, reference, recorder));
        proxies.recorderCame();
    }

    void unbindRecorder(Recorder recorder) {
        endIfFrameworkStops();
        services.recorders.remove(recorder).ifPresent(proxies::recorderGoes);
    }

    @Activate
    void activate() {
        proxies.open();
    }

    @Deactivate
    void deactivate() {
        if (frameworkStops()) {
            proxies.shutDown(proxies.patience());
        } else if (keepers.getState() == Bundle.STOPPING) {
            endSoon(); // nobody is left to keep them
        } else {
            proxies.handOver();
        }
    }

    /** Whichever bundle the framework stops first: sessions end while all they are made of is still there. */
    private void endIfFrameworkStops() {
        if (frameworkStops()) {
            endSoon();
        }
    }

    private void endSoon() {
        Duration patience = proxies.patience();
        proxies.shutDown(patience.compareTo(UNBIND_PATIENCE) < 0 ? patience : UNBIND_PATIENCE);
    }

    private boolean frameworkStops() {
        return context.getBundle(Constants.SYSTEM_BUNDLE_LOCATION).getState() == Bundle.STOPPING;
    }

    @Override
    public List<ProxyStatus> proxies() {
        return proxies.status();
    }

    @Override
    public List<SessionStatus> sessions(String proxy) {
        return proxies.sessions(proxy);
    }

    @Override
    public List<ServiceStatus> services() {
        return proxies.services();
    }

    @Override
    public MoveReport move(String proxy, String transport) {
        return proxies.move(proxy, transport);
    }

    @Override
    public MoveReport moveBack(String proxy, String transport) {
        return proxies.moveBack(proxy, transport);
    }

    @Override
    public DrainReport drain(Duration patience) {
        return proxies.drain(patience);
    }

    @Override
    public DrainReport drain() {
        return proxies.drain(proxies.patience());
    }

    @Override
    public String getName() {
        return "Penstock proxies";
    }

    @Override
    public void updated(String pid, Dictionary<String, ?> properties) {
        proxies.configured(pid, properties);
    }

    @Override
    public void deleted(String pid) {
        proxies.deleted(pid);
    }
}
