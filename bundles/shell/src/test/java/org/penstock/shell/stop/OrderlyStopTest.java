package org.penstock.shell.stop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleEvent;
import org.penstock.proxy.api.DrainReport;
import org.penstock.proxy.api.ProxyControl;

class OrderlyStopTest {
    private final List<String> calls = new ArrayList<>();
    private final OrderlyStop stop = new OrderlyStop(fake(BundleContext.class, null));

    private <T> T fake(Class<T> type, Object answer) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, args) -> {
            calls.add(method.getName());
            return answer;
        }));
    }

    private void event(int type, long bundle) {
        stop.bundleChanged(new BundleEvent(type, fake(Bundle.class, bundle)));
        calls.remove("getBundleId");
    }

    @Test
    void itListensFromStartToEnd() {
        stop.activate();
        stop.deactivate();
        assertEquals(List.of("addBundleListener", "removeBundleListener"), calls);
    }

    @Test
    void proxiesAreDrainedWhenTheFrameworkBeginsToStop() {
        stop.control = fake(ProxyControl.class, new DrainReport(1, 0, 0, 1));
        event(BundleEvent.STOPPING, 0);
        assertEquals(List.of("drain"), calls);
    }

    @Test
    void anyOtherEventDrainsNothing() {
        stop.control = fake(ProxyControl.class, new DrainReport(1, 0, 0, 1));
        event(BundleEvent.STOPPING, 7);
        event(BundleEvent.STARTED, 0);
        assertEquals(List.of(), calls);
    }

    @Test
    void withoutACoreThereIsNothingToDrain() {
        event(BundleEvent.STOPPING, 0);
        assertEquals(List.of(), calls);
    }
}
