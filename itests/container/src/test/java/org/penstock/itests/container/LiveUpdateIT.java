package org.penstock.itests.container;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
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
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.wiring.BundleWiring;
import org.osgi.framework.wiring.FrameworkWiring;
import org.osgi.service.cm.ConfigurationAdmin;

/** Whatever an operator does to our bundles with the framework's own commands, connections stay open. */
@RunWith(PaxExam.class)
@ExamReactorStrategy(PerClass.class)
public class LiveUpdateIT {
    private static final int CONNECTIONS = 20;
    private static final List<String> SWAPPABLE = List.of(
            "transport-nio",
            "transport-bio",
            "codec-mysql",
            "recorder-journal",
            "recorder-log",
            "journal-core",
            "journal-storage-nio",
            "proxy-core",
            "proxy-swap",
            "shell");
    private static final List<String> APIS =
            List.of("transport-api", "codec-api", "recorder-api", "journal-api", "proxy-api");

    @Inject
    private BundleContext context;

    @Inject
    private ConfigurationAdmin configurations;

    private final Map<String, List<WeakReference<ClassLoader>>> old = new TreeMap<>();
    private EchoServer server;
    private EchoLoad load;

    @Configuration
    public Option[] configuration() {
        return new Option[] {Distribution.asConfigured()};
    }

    @Before
    public void serve() throws Exception {
        server = new EchoServer();
        int port;
        try (ServerSocket s = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = s.getLocalPort();
        }
        configurations
                .getFactoryConfiguration("org.penstock.proxy", "echo", "?")
                .update(FrameworkUtil.asDictionary(Map.of(
                        "listen", "127.0.0.1:" + port, "backend", "127.0.0.1:" + server.port(), "transport", "nio")));
        awaitListening(port);
        load = new EchoLoad(CONNECTIONS, port);
        load.awaitMore(CONNECTIONS * 3);
    }

    private static void awaitListening(int port) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (true) {
            try (Socket s = new Socket(InetAddress.getLoopbackAddress(), port)) {
                return;
            } catch (IOException e) {
                if (System.nanoTime() - deadline > 0) {
                    throw new AssertionError("the proxy does not listen", e);
                }
                LockSupport.parkNanos(1_000_000);
            }
        }
    }

    @After
    public void end() throws Exception {
        configurations
                .getFactoryConfiguration("org.penstock.proxy", "echo", "?")
                .delete();
        server.close();
    }

    private Bundle find(String artifact) {
        return Arrays.stream(context.getBundles())
                .filter(b -> ("org.penstock." + artifact).equals(b.getSymbolicName()))
                .findFirst()
                .orElseThrow(() -> new AssertionError(artifact + " is not installed"));
    }

    private FrameworkWiring wiring() {
        return context.getBundle(0).adapt(FrameworkWiring.class);
    }

    @Test
    public void theRefreshClosureOfEachSwappableBundleIsItself() throws Exception {
        for (String artifact : SWAPPABLE) {
            Collection<Bundle> closure = wiring().getDependencyClosure(List.of(find(artifact)));
            assertEquals(List.of(find(artifact)), List.copyOf(closure));
        }
        assertEquals(List.of(), load.stop());
    }

    @Test
    public void connectionsSurviveAnUpdateOfEachBundle() throws Exception {
        for (String artifact : SWAPPABLE) {
            update(artifact);
            load.awaitMore(CONNECTIONS);
        }
        assertEquals(List.of(), load.stop());
    }

    @Test
    public void connectionsSurviveStopAndStartOfEachBundle() throws Exception {
        for (String artifact : SWAPPABLE) {
            find(artifact).stop();
            find(artifact).start();
            load.awaitMore(CONNECTIONS);
        }
        assertEquals(List.of(), load.stop());
    }

    @Test
    public void connectionsSurviveUninstallAndInstallOfEachBundle() throws Exception {
        for (String artifact : SWAPPABLE) {
            Bundle gone = find(artifact);
            gone.uninstall();
            try (InputStream in = Files.newInputStream(Distribution.jar(artifact))) {
                context.installBundle(gone.getLocation(), in).start();
            }
            load.awaitMore(CONNECTIONS);
        }
        assertEquals(List.of(), load.stop());
    }

    @Test
    public void connectionsSurviveARefreshOfEachApiAndOfTheComponentRuntime() throws Exception {
        for (String artifact : APIS) {
            refresh(find(artifact));
            load.awaitMore(CONNECTIONS);
        }
        refresh(Arrays.stream(context.getBundles())
                .filter(b -> b.getSymbolicName().equals("org.apache.felix.scr"))
                .findFirst()
                .orElseThrow());
        load.awaitMore(CONNECTIONS);
        assertEquals(List.of(), load.stop());
    }

    @Test
    public void nothingOfAnOldGenerationIsLeft() throws Exception {
        for (int i = 0; i < 10; i++) {
            for (String artifact : SWAPPABLE) {
                update(artifact);
                load.awaitMore(1);
            }
        }
        assertEquals(List.of(), load.stop());
        awaitCollected();
    }

    private void update(String artifact) throws Exception {
        Bundle b = find(artifact);
        old.computeIfAbsent(artifact, k -> new ArrayList<>())
                .add(new WeakReference<>(b.adapt(BundleWiring.class).getClassLoader()));
        try (InputStream in = Files.newInputStream(Distribution.jar(artifact))) {
            b.update(in);
        }
        assertEquals(artifact, Bundle.ACTIVE, b.getState());
    }

    private void refresh(Bundle b) throws Exception {
        CountDownLatch done = new CountDownLatch(1);
        wiring().refreshBundles(List.of(b), e -> done.countDown());
        assertTrue("refresh of " + b, done.await(30, TimeUnit.SECONDS));
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
