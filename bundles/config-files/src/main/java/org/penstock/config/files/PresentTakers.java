package org.penstock.config.files;

import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleEvent;
import org.osgi.framework.BundleListener;
import org.osgi.framework.Constants;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceEvent;
import org.osgi.framework.ServiceListener;
import org.osgi.framework.ServiceReference;
import org.osgi.service.cm.ManagedService;
import org.osgi.service.cm.ManagedServiceFactory;
import org.osgi.service.component.runtime.ServiceComponentRuntime;
import org.osgi.service.component.runtime.dto.ComponentDescriptionDTO;

/**
 * Who takes configurations in this framework: its services that say so, and the components of bundles that are active. It
 * looks when bundles or those services have come, gone or changed: it is asked each second, which an idle process
 * would notice.
 */
final class PresentTakers implements Supplier<Takers>, ServiceListener, BundleListener {
    private static final String OURS = "org.penstock.";

    private final BundleContext context;
    private volatile boolean changed = true;
    private Takers last; // of the one thread that asks

    private PresentTakers(BundleContext context) {
        this.context = context;
    }

    /** They are watched for as long as the bundle is active. */
    static PresentTakers watched(BundleContext context) {
        PresentTakers takers = new PresentTakers(context);
        String types = Stream.of(ManagedService.class, ManagedServiceFactory.class, ServiceComponentRuntime.class)
                .map(type -> "(" + Constants.OBJECTCLASS + "=" + type.getName() + ")")
                .collect(Collectors.joining());
        try {
            context.addServiceListener(takers, "(|" + types + ")");
            context.addBundleListener(takers);
        } catch (InvalidSyntaxException e) {
            throw new IllegalStateException(e); // it is our own
        }
        return takers;
    }

    @Override
    public void serviceChanged(ServiceEvent event) {
        changed = true;
    }

    /** The component runtime has been told before. */
    @Override
    public void bundleChanged(BundleEvent event) {
        changed = true;
    }

    @Override
    public Takers get() {
        if (changed) {
            changed = false; // first: what changes meanwhile is looked at again
            last = look();
        }
        return last;
    }

    private Takers look() {
        Set<String> single = pids(ManagedService.class);
        Set<String> many = pids(ManagedServiceFactory.class);
        Set<String> shown = new TreeSet<>(single);
        shown.addAll(many);
        for (ComponentDescriptionDTO component : components()) {
            if (!component.configurationPolicy.equals("ignore")) {
                for (String pid : component.configurationPid) {
                    single.add(pid);
                    many.add(pid); // a component for each
                    if (!pid.equals(component.name)) { // else nobody has chosen it
                        shown.add(pid);
                    }
                }
            }
        }
        shown.removeIf(pid -> !pid.startsWith(OURS));
        return new Takers(single, many, shown);
    }

    private <S> Set<String> pids(Class<S> type) {
        Set<String> pids = new HashSet<>();
        try {
            for (ServiceReference<S> service : context.getServiceReferences(type, null)) {
                Object pid = service.getProperty(Constants.SERVICE_PID);
                if (pid instanceof String one) {
                    pids.add(one);
                } else if (pid instanceof String[] some) {
                    pids.addAll(Arrays.asList(some));
                } else if (pid instanceof Collection<?> some) {
                    some.forEach(one -> pids.add(String.valueOf(one)));
                }
            }
        } catch (InvalidSyntaxException e) {
            throw new IllegalStateException(e); // there is no filter
        }
        return pids;
    }

    private Collection<ComponentDescriptionDTO> components() {
        ServiceReference<ServiceComponentRuntime> runtime = context.getServiceReference(ServiceComponentRuntime.class);
        ServiceComponentRuntime service = runtime == null ? null : context.getService(runtime);
        if (service == null) {
            return Set.of();
        }
        try {
            return service.getComponentDescriptionDTOs();
        } finally {
            context.ungetService(runtime);
        }
    }
}
