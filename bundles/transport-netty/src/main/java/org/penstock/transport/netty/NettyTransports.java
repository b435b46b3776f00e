package org.penstock.transport.netty;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import org.osgi.annotation.bundle.Capability;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.penstock.transport.api.Transport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Registers those of the three transports that this machine and this Java allow, each a service of its own; says why the
 * others are not there, in the log and among the traits of {@code netty-nio}, which needs nothing that could be missing.
 */
@Component(
        immediate = true,
        service = {})
@Capability(
        namespace = "osgi.service",
        attribute = "objectClass:List<String>=\"org.penstock.transport.api.Transport\"",
        effective = "active")
public final class NettyTransports {
    private static final Logger LOG = LoggerFactory.getLogger(NettyTransports.class);

    private record Service(NettyTransport transport, ServiceRegistration<Transport> registration) {}

    private final Deque<Service> services = new ArrayDeque<>();

    @Activate
    public NettyTransports(BundleContext context) {
        this(context, Survey.here());
    }

    NettyTransports(BundleContext context, Survey survey) {
        survey.refused()
                .forEach((kind, why) ->
                        LOG.info("event=transport-unavailable transport={} reason=\"{}\"", kind.transport(), why));
        for (Io io : survey.usable()) {
            NettyTransport transport = new NettyTransport(io, io.kind() == IoKind.NIO ? survey.note() : "");
            services.push(new Service(
                    transport, register(context, transport, io.kind().transport())));
        }
    }

    private static ServiceRegistration<Transport> register(BundleContext context, Transport transport, String name) {
        return context.registerService(
                Transport.class, transport, FrameworkUtil.asDictionary(Map.of(Transport.NAME, name)));
    }

    /** Users move away while a service is unregistered; what is left then is closed. */
    @Deactivate
    public void deactivate() {
        while (!services.isEmpty()) {
            Service service = services.pop();
            service.registration().unregister();
            service.transport().deactivate();
        }
    }
}
