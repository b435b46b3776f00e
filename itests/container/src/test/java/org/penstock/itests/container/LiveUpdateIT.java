package org.penstock.itests.container;

import static org.junit.Assert.assertEquals;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import javax.inject.Inject;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.ops4j.pax.exam.Configuration;
import org.ops4j.pax.exam.Option;
import org.ops4j.pax.exam.junit.PaxExam;
import org.ops4j.pax.exam.spi.reactors.ExamReactorStrategy;
import org.ops4j.pax.exam.spi.reactors.PerClass;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.wiring.BundleWiring;
import org.osgi.framework.wiring.FrameworkWiring;
import org.osgi.service.cm.ConfigurationAdmin;

/** Whatever an operator does to our bundles with the framework's own commands, connections stay open. */
@RunWith(PaxExam.class)
@ExamReactorStrategy(PerClass.class)
public class LiveUpdateIT {
    private static final int CONNECTIONS = 20;
    private static final List<String> APIS =
            List.of("transport-api", "codec-api", "recorder-api", "journal-api", "proxy-api");

    @Inject
    private BundleContext context;

    @Inject
    private ConfigurationAdmin configurations;

    private final Map<String, List<WeakReference<ClassLoader>>> old = new TreeMap<>();
    private Bundles bundles;
    private EchoServer server;
    private ProxyUnderTest proxy;
    private EchoLoad load;

    @Configuration
    public Option[] configuration() {
        return new Option[] {Distribution.asConfigured()};
    }

    @Before
    public void serve() throws Exception {
        bundles = new Bundles(context);
        server = new EchoServer();
        proxy = ProxyUnderTest.open(configurations, "echo", server.port(), Map.of("transport", "nio"));
        load = new EchoLoad(CONNECTIONS, proxy.port());
        load.awaitMore(CONNECTIONS * 3);
    }

    @After
    public void end() throws Exception {
        proxy.close();
        server.close();
    }

    private FrameworkWiring wiring() {
        return context.getBundle(0).adapt(FrameworkWiring.class);
    }

    @Test
    public void theRefreshClosureOfEachSwappableBundleIsItself() throws Exception {
        for (String artifact : Bundles.SWAPPABLE) {
            Collection<Bundle> closure = wiring().getDependencyClosure(List.of(bundles.find(artifact)));
            assertEquals(List.of(bundles.find(artifact)), List.copyOf(closure));
        }
        assertEquals(List.of(), load.stop());
    }

    @Test
    public void connectionsSurviveAnUpdateOfEachBundle() throws Exception {
        for (String artifact : Bundles.SWAPPABLE) {
            update(artifact);
            load.awaitMore(CONNECTIONS);
        }
        assertEquals(List.of(), load.stop());
    }

    @Test
    public void connectionsSurviveStopAndStartOfEachBundle() throws Exception {
        for (String artifact : Bundles.SWAPPABLE) {
            bundles.stopAndStart(artifact);
            load.awaitMore(CONNECTIONS);
        }
        assertEquals(List.of(), load.stop());
    }

    @Test
    public void connectionsSurviveUninstallAndInstallOfEachBundle() throws Exception {
        for (String artifact : Bundles.SWAPPABLE) {
            bundles.uninstallAndInstall(artifact);
            load.awaitMore(CONNECTIONS);
        }
        assertEquals(List.of(), load.stop());
    }

    @Test
    public void connectionsSurviveARefreshOfEachApiAndOfTheComponentRuntime() throws Exception {
        for (String artifact : APIS) {
            bundles.refresh(bundles.find(artifact));
            load.awaitMore(CONNECTIONS);
        }
        bundles.refresh(Arrays.stream(context.getBundles())
                .filter(b -> b.getSymbolicName().equals("org.apache.felix.scr"))
                .findFirst()
                .orElseThrow());
        load.awaitMore(CONNECTIONS);
        assertEquals(List.of(), load.stop());
    }

    @Test
    public void nothingOfAnOldGenerationIsLeft() throws Exception {
        for (int i = 0; i < 10; i++) {
            for (String artifact : Bundles.SWAPPABLE) {
                update(artifact);
                load.awaitMore(1);
            }
        }
        assertEquals(List.of(), load.stop());
        awaitCollected();
    }

    private void update(String artifact) throws Exception {
        BundleWiring before = bundles.find(artifact).adapt(BundleWiring.class);
        old.computeIfAbsent(artifact, k -> new ArrayList<>()).add(new WeakReference<>(before.getClassLoader()));
        bundles.update(artifact);
    }

    private void awaitCollected() {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        Map<String, Long> alive;
        do {
            System.gc();
            alive = new TreeMap<>();
            for (Map.Entry<String, List<WeakReference<ClassLoader>>> e : old.entrySet()) {
                long left = e.getValue().stream().filter(w -> w.get() != null).count();
                if (left > 0) {
                    alive.put(e.getKey(), left);
                }
            }
        } while (!alive.isEmpty() && System.nanoTime() - deadline < 0);
        assertEquals(Map.of(), alive);
    }
}
