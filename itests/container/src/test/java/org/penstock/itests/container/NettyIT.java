package org.penstock.itests.container;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.junit.Assume.assumeTrue;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
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
import org.osgi.framework.BundleContext;
import org.osgi.framework.wiring.BundleWiring;
import org.osgi.service.cm.ConfigurationAdmin;
import org.penstock.proxy.api.ProxyControl;
import org.penstock.proxy.api.ServiceStatus;

/** Netty's own bundles stay; ours, which uses them and their native code, comes and goes and leaves nothing. */
@RunWith(PaxExam.class)
@ExamReactorStrategy(PerClass.class)
public class NettyIT {
    private static final String BUNDLE = "transport-netty";
    private static final String PROXY = "echo";
    private static final int CONNECTIONS = 20;
    private static final int UPDATES = 10;

    @Inject
    private BundleContext context;

    @Inject
    private ConfigurationAdmin configurations;

    @Inject
    private ProxyControl control;

    private EchoServer server;

    @Configuration
    public Option[] configuration() {
        return new Option[] {Distribution.asConfigured()};
    }

    @Before
    public void open() throws Exception {
        server = new EchoServer();
    }

    @After
    public void close() throws Exception {
        server.close();
    }

    private List<ServiceStatus> kinds() {
        return control.services().stream()
                .filter(s -> s.family() == ServiceStatus.Family.TRANSPORT)
                .filter(s -> s.name().startsWith("netty-"))
                .toList();
    }

    private Set<String> names() {
        return kinds().stream().map(ServiceStatus::name).collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    public void everyKindIsInServiceOrItIsSaidWhyNot() {
        String said = kinds().stream()
                .filter(s -> s.name().equals("netty-nio"))
                .map(ServiceStatus::traits)
                .findFirst()
                .orElseThrow();
        for (String name : List.of("netty-epoll", "netty-io_uring")) {
            assertTrue(said, names().contains(name) != said.contains(name + " ("));
        }
    }

    @Test
    public void itsNativeCodeIsFoundInTheFramework() {
        assumeTrue(System.getProperty("os.name").equals("Linux")
                && List.of("amd64", "aarch64").contains(System.getProperty("os.arch")));
        assertTrue(kinds().toString(), names().contains("netty-epoll"));
    }

    @Test
    public void connectionsOfEachKindSurviveUpdatesAndNothingOfThemIsLeft() throws Exception {
        Bundles bundles = new Bundles(context);
        Set<String> names = names();
        List<WeakReference<ClassLoader>> old = new ArrayList<>();
        for (String name : names) {
            try (ProxyUnderTest proxy =
                    ProxyUnderTest.open(configurations, PROXY, server.port(), Map.of("transport", name))) {
                EchoLoad load = new EchoLoad(CONNECTIONS, proxy.port());
                load.awaitMore(CONNECTIONS * 3);
                for (int i = 0; i < UPDATES; i++) {
                    old.add(new WeakReference<>(
                            bundles.find(BUNDLE).adapt(BundleWiring.class).getClassLoader()));
                    bundles.update(BUNDLE);
                    load.awaitMore(CONNECTIONS);
                }
                assertEquals(names, names());
                assertEquals(List.of(), load.stop());
            }
        }
        awaitCollected(old);
    }

    private static void awaitCollected(List<WeakReference<ClassLoader>> old) throws Exception {
        Await.until(
                30,
                () -> {
                    System.gc();
                    return old.stream().allMatch(loader -> loader.get() == null);
                },
                () -> old.stream().filter(loader -> loader.get() != null).count() + " loaders are held");
    }
}
