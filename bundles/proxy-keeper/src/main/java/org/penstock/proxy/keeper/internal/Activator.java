package org.penstock.proxy.keeper.internal;

import org.osgi.annotation.bundle.Header;
import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.penstock.proxy.keeper.Buffers;
import org.penstock.proxy.keeper.Keeper;

/** Not a component: an update or a refresh of the component runtime would take its sockets and sessions down. */
@Header(name = Constants.BUNDLE_ACTIVATOR, value = "${@class}")
public final class Activator implements BundleActivator {
    /** Framework property: the budget of direct memory for the data path, for example {@code 64m}. */
    static final String BUDGET = "penstock.buffers";

    private SocketKeeper keeper;

    @Override
    public void start(BundleContext context) {
        BufferStore buffers = new BufferStore(BudgetProperty.parse(context.getProperty(BUDGET)));
        keeper = new SocketKeeper(buffers, System::nanoTime);
        context.registerService(Buffers.class, buffers, null);
        context.registerService(Keeper.class, keeper, null);
    }

    @Override
    public void stop(BundleContext context) {
        keeper.close();
    }
}
