package org.penstock.itests.container;

import static org.junit.Assert.assertEquals;

import java.util.List;
import java.util.Map;
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
import org.osgi.framework.FrameworkUtil;
import org.osgi.service.cm.ConfigurationAdmin;
import org.penstock.proxy.api.ProxyControl;
import org.penstock.proxy.api.ServiceStatus;

/** An edit of a part's configuration reaches the part that is there: no other generation comes, and no session moves. */
@RunWith(PaxExam.class)
@ExamReactorStrategy(PerClass.class)
public class LiveEditIT {
    private static final String TRANSPORT = "nio-pool";
    private static final int CONNECTIONS = 20;

    @Inject
    private ConfigurationAdmin configurations;

    @Inject
    private ProxyControl control;

    private EchoServer server;
    private ProxyUnderTest proxy;
    private EchoLoad load;

    @Configuration
    public Option[] configuration() {
        return new Option[] {Distribution.asConfigured()};
    }

    @Before
    public void serve() throws Exception {
        server = new EchoServer();
        proxy = ProxyUnderTest.open(configurations, "echo", server.port(), Map.of("transport", TRANSPORT));
        load = new EchoLoad(CONNECTIONS, proxy.port());
        load.awaitMore(CONNECTIONS * 3);
    }

    @After
    public void end() throws Exception {
        proxy.close();
        server.close();
    }

    private ServiceStatus transport() {
        return control.services().stream()
                .filter(s ->
                        s.family() == ServiceStatus.Family.TRANSPORT && s.name().equals(TRANSPORT))
                .findFirst()
                .orElseThrow();
    }

    private void awaitWorkers(int count) throws Exception {
        Await.until(
                30,
                () -> transport().traits().contains(" and " + count + " workers"),
                () -> transport().toString());
    }

    @Test
    public void workersComeAndGoUnderTheSessionsTheyServe() throws Exception {
        org.osgi.service.cm.Configuration file =
                configurations.getConfiguration("org.penstock.transport.nio.pool", "?");
        ServiceStatus before = transport();
        int last = before.traits().contains(" and 3 workers") ? 4 : 3; // not what it is without a file
        for (Object workers : List.of(7, 1, "many", last)) {
            file.update(FrameworkUtil.asDictionary(Map.of("workers", workers)));
            if (workers instanceof Integer count) {
                awaitWorkers(count);
            }
            load.awaitMore(CONNECTIONS);
        }
        file.delete();
        Await.until(
                30,
                () -> transport().traits().equals(before.traits()),
                () -> transport().toString());
        load.awaitMore(CONNECTIONS);
        assertEquals(before, transport());
        assertEquals(CONNECTIONS, before.sessions());
        assertEquals(List.of(), load.stop());
    }
}
