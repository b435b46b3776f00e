package org.penstock.proxy.keeper.internal;

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

    private SocketKeeper keeper;
    private ServiceRegistration<Buffers> buffersService;
    private ServiceRegistration<Keeper> keeperService;

    @Override
    public void start(BundleContext context) {
        BufferStore buffers = new BufferStore(BudgetProperty.parse(context.getProperty(BUDGET)));
        keeper = new SocketKeeper(buffers, System::nanoTime);
        buffersService = context.registerService(Buffers.class, buffers, null);
        keeperService = context.registerService(Keeper.class, keeper, null);
    }

    /** The core is told first: it ends its sessions in order, or parks them here, as long as the sockets are there. */
    @Override
    public void stop(BundleContext context) {
        keeperService.unregister();
        buffersService.unregister();
        keeper.close();
    }
}
