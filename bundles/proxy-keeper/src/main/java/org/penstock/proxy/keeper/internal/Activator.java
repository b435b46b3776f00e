package org.penstock.proxy.keeper.internal;

import java.io.IOException;
import java.nio.file.Path;
import org.osgi.annotation.bundle.Header;
import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.ServiceRegistration;
import org.penstock.proxy.keeper.Buffers;
import org.penstock.proxy.keeper.Keeper;

/** Not a component: an update or a refresh of the component runtime would take its sockets and sessions down. */
@Header(name = Constants.BUNDLE_ACTIVATOR, value = "${@class}")
public final class Activator implements BundleActivator {
    /** Framework property: the budget of direct memory for the data path, for example {@code 64m}. */
    static final String BUDGET = "penstock.buffers";

    /** Framework property: the instance's folder for data; elsewhere, in Karaf for example, the bundle's own is used. */
    static final String DATA = "penstock.data";

    private SocketKeeper keeper;
    private ServiceRegistration<Buffers> buffersService;
    private ServiceRegistration<Keeper> keeperService;

    @Override
    public void start(BundleContext context) {
        BufferStore buffers = new BufferStore(BudgetProperty.parse(context.getProperty(BUDGET)));
        RemainsFile file = new RemainsFile(path(context));
        keeper = new SocketKeeper(buffers, System::nanoTime, file);
        inherit(file);
        buffersService = context.registerService(Buffers.class, buffers, null);
        keeperService = context.registerService(Keeper.class, keeper, null);
    }

    private static Path path(BundleContext context) {
        String data = context.getProperty(DATA);
        return data == null ? context.getDataFile("sessions").toPath() : Path.of(data, "state", "sessions");
    }

    private void inherit(RemainsFile file) {
        try {
            keeper.inherit(file.read());
        } catch (IOException e) { // no reason not to serve
            KeeperNews.notInherited(e);
        }
    }

    /** The core is told first: it ends its sessions in order, or parks them here, as long as the sockets are there. */
    @Override
    public void stop(BundleContext context) {
        keeperService.unregister();
        buffersService.unregister();
        keeper.close();
    }
}
