package org.penstock.proxy.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.ServiceReference;
import org.penstock.proxy.api.ProxyStatus;
import org.penstock.proxy.api.ServiceStatus;
import org.penstock.transport.nio.NioTransport;

/** How the component hears of the framework: what comes and goes, and that all stops. */
@Timeout(60)
class ProxyCoreTest {
    private volatile int frameworkState = Bundle.ACTIVE;
    private volatile int keeperState = Bundle.ACTIVE;

    private BundleContext context() {
        Bundle system = fake(Bundle.class, Map.of("getState", () -> frameworkState));
        return fake(BundleContext.class, Map.of("getBundle", () -> system));
    }

    private ProxyCore core(ProxyRig rig) {
        return new ProxyCore(
                context(), fake(Bundle.class, Map.of("getState", () -> keeperState)), rig.keeper, rig.buffers);
    }

    private static <T> ServiceReference<T> reference(String property, String name, long id) {
        return new FakeReference<>(Map.of(property, name, Constants.SERVICE_ID, id));
    }

    private interface Answer {
        Object get();
    }

    private static <T> T fake(Class<T> type, Map<String, Answer> answers) {
        return type.cast(java.lang.reflect.Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (p, method, args) -> {
                    Answer a = answers.get(method.getName());
                    if (a == null) {
                        throw new AssertionError("not expected: " + method);
                    }
                    return a.get();
                }));
    }

    private record FakeReference<T>(Map<String, Object> properties) implements ServiceReference<T> {
        @Override
        public Object getProperty(String key) {
            return properties.get(key);
        }

        @Override
        public String[] getPropertyKeys() {
            return properties.keySet().toArray(String[]::new);
        }

        @Override
        public Bundle getBundle() {
            return null;
        }

        @Override
        public Bundle[] getUsingBundles() {
            return new Bundle[0];
        }

        @Override
        public boolean isAssignableTo(Bundle bundle, String className) {
            return true;
        }

        @Override
        public int compareTo(Object other) {
            return 0;
        }

        @Override
        public java.util.Dictionary<String, Object> getProperties() {
            return FrameworkUtil.asDictionary(properties);
        }

        @Override
        public <A> A adapt(Class<A> type) {
            return null;
        }
    }

    /** Bundles of one start level stop in an order nobody chooses; and without the keeper nothing can be kept. */
    @ParameterizedTest
    @ValueSource(strings = {"transport", "codec", "recorder", "core", "keeper"})
    void whicheverBundleTheFrameworkStopsFirstSessionsEndInOrderAndAreRecorded(String first) throws IOException {
        try (ProxyRig rig = new ProxyRig(64 << 20)) {
            NioTransport nio = new NioTransport();
            LineCodec line = new LineCodec();
            ProxyCore core = core(rig);
            core.bindTransport(reference("penstock.transport", "nio", 1), nio);
            core.bindCodec(reference("penstock.protocol", "line", 2), line);
            core.bindRecorder(reference("penstock.recorder", "list", 3), rig.recorder);
            core.activate();
            core.updated(
                    "org.penstock.proxy~test",
                    FrameworkUtil.asDictionary(Map.of(
                            "listen",
                            rig.at(rig.port),
                            "backend",
                            rig.at(rig.server.port()),
                            "protocol",
                            "line",
                            "recorder",
                            "list")));
            rig.await(() -> !core.proxies().isEmpty() && core.proxies().get(0).state() == ProxyStatus.State.SERVING);
            try (LineClient c = rig.client()) {
                assertEquals("re:a", c.ask("a"));
                long session = core.sessions("test").get(0).session();
                assertTrue(core.services().stream()
                        .filter(s -> s.family() == ServiceStatus.Family.TRANSPORT)
                        .allMatch(s -> s.sessions() == 1 && s.proxies().contains("test")));
                if (first.equals("keeper")) {
                    keeperState = Bundle.STOPPING; // alone
                } else {
                    frameworkState = Bundle.STOPPING;
                }
                long begun = System.nanoTime();
                switch (first) {
                    case "transport" -> core.unbindTransport(nio);
                    case "codec" -> core.unbindCodec(line);
                    case "recorder" -> core.unbindRecorder(rig.recorder);
                    default -> core.deactivate();
                }
                assertTrue(System.nanoTime() - begun < TimeUnit.SECONDS.toNanos(5));
                assertEquals("refused SHUTTING_DOWN", c.line());
                assertNull(c.line());
                assertEquals(
                        java.util.List.of("opened", "OK a/4", "closed the proxy shuts down"), rig.wholeRecord(session));
                core.unbindRecorder(rig.recorder);
                core.unbindCodec(line);
                core.unbindTransport(nio);
                core.deactivate();
            }
            nio.deactivate();
        }
    }

    @Test
    void whereOnlyTheCoreStopsSessionsGoToTheKeeper() throws IOException {
        try (ProxyRig rig = new ProxyRig(64 << 20)) {
            NioTransport nio = new NioTransport();
            ProxyCore core = core(rig);
            core.bindTransport(reference("penstock.transport", "nio", 1), nio);
            core.activate();
            core.updated(
                    "org.penstock.proxy~test",
                    FrameworkUtil.asDictionary(
                            Map.of("listen", rig.at(rig.port), "backend", rig.at(rig.server.port()))));
            rig.await(() -> !core.proxies().isEmpty() && core.proxies().get(0).state() == ProxyStatus.State.SERVING);
            try (LineClient c = rig.client()) {
                assertEquals("re:a", c.ask("a"));
                core.deactivate();
                assertEquals(1, rig.keeper.parked().now());
            }
            nio.deactivate();
        }
    }
}
