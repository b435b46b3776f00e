package org.penstock.proxy.core;

import java.util.Objects;
import org.osgi.framework.Bundle;
import org.osgi.framework.Constants;
import org.osgi.framework.ServiceReference;
import org.penstock.proxy.api.ServiceStatus.Family;

/**
 * One incarnation of a service: from its registration to its unregistering.
 *
 * @param family what it is
 * @param name its short name
 * @param id the framework's service id: grows from generation to generation
 * @param bundle symbolic name and version of its provider, as text so that nothing holds the bundle
 * @param service the service object
 */
record Generation<T>(Family family, String name, long id, String bundle, T service) {
    Generation {
        Objects.requireNonNull(service, "service");
    }

    static <T> Generation<T> of(Family family, String nameProperty, ServiceReference<T> reference, T service) {
        Object name = reference.getProperty(nameProperty);
        Bundle provider = reference.getBundle();
        return new Generation<>(
                family,
                name == null ? "" : name.toString(),
                (Long) reference.getProperty(Constants.SERVICE_ID),
                provider == null ? "" : provider.getSymbolicName() + "/" + provider.getVersion(),
                service);
    }

    @Override
    public String toString() {
        return name + "#" + id;
    }
}
