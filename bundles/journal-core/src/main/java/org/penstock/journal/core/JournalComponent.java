package org.penstock.journal.core;

import java.util.Map;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Modified;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.metatype.annotations.Designate;
import org.penstock.journal.api.Storage;
import org.penstock.log.support.Change;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The journal as configuration and services make it: opened where the configuration says, written through the storage it
 * names. The journal itself is registered while it is open; this component is none, so that a bad configuration can leave
 * the last good one in force.
 *
 * <p>Threads: the service component runtime's. Storages come and go on any thread, at any time.
 */
@Component(
        immediate = true,
        service = {},
        configurationPid = ConfigFile.PID,
        configurationPolicy = ConfigurationPolicy.REQUIRE)
@Designate(ocd = JournalOptions.class)
public final class JournalComponent {
    private static final Logger LOG = LoggerFactory.getLogger(JournalComponent.class);

    private final StorageChoice storages = new StorageChoice();
    private BundleContext context;
    private JournalService service;
    private JournalConfig inForce; // null: none ever was

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    void bindStorage(Storage storage, Map<String, ?> properties) {
        int ranking = properties.get(Constants.SERVICE_RANKING) instanceof Integer given ? given : 0;
        storages.add(storage, String.valueOf(properties.get(Storage.NAME)), ranking);
    }

    void unbindStorage(Storage storage) {
        storages.remove(storage);
    }

    @Activate
    synchronized void activate(BundleContext bundle, Map<String, ?> properties) {
        context = bundle;
        configure(properties);
    }

    @Modified
    synchronized void modified(Map<String, ?> properties) {
        configure(properties);
    }

    private void configure(Map<String, ?> properties) {
        JournalConfig config;
        try {
            config = ConfigFile.parse(properties);
        } catch (IllegalArgumentException e) {
            LOG.error("event=bad-configuration detail=\"{}\" then=\"{}\"", e.getMessage(), stays());
            return;
        }
        if (service == null || !service.tune(config)) {
            stop();
            service = new JournalService(context, storages);
            service.start(config);
        }
        tell(config);
        inForce = config;
    }

    private void tell(JournalConfig next) {
        if (inForce != null) {
            Change.told(inForce.written(), next.written())
                    .ifPresent(changes -> LOG.info("journal uses its new configuration: {}", changes));
        }
    }

    private String stays() {
        return service == null ? "the journal is not opened" : "the last good configuration stays in force";
    }

    private void stop() {
        if (service != null) {
            service.stop();
            service = null;
        }
    }

    @Deactivate
    synchronized void deactivate() {
        stop();
    }
}
