package org.penstock.itests.container;

import static org.junit.Assert.assertEquals;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.inject.Inject;
import org.apache.felix.service.command.CommandProcessor;
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
import org.osgi.framework.FrameworkUtil;
import org.osgi.service.cm.ConfigurationAdmin;

/**
 * Whatever an operator does to our bundles, every statement of a MySQL session is understood, and in the journal once and in
 * order: codec, recorder and journal are exchanged under connections that use them.
 */
@RunWith(PaxExam.class)
@ExamReactorStrategy(PerClass.class)
public class RecordedUpdateIT {
    private static final int CONNECTIONS = 8;

    private interface Deed {
        void on(String artifact) throws Exception;
    }

    @Inject
    private BundleContext context;

    @Inject
    private ConfigurationAdmin configurations;

    @Inject
    private CommandProcessor shell;

    private Bundles bundles;
    private StatementServer server;
    private ProxyUnderTest proxy;
    private StatementLoad load;

    @Configuration
    public Option[] configuration() {
        return new Option[] {Distribution.asConfigured()};
    }

    @Before
    public void serve() throws Exception {
        bundles = new Bundles(context);
        server = new StatementServer();
        String directory = context.getProperty("penstock.data") + "/journal-" + System.nanoTime();
        configurations
                .getConfiguration("org.penstock.journal", "?")
                .update(FrameworkUtil.asDictionary(Map.of("directory", directory)));
        proxy = ProxyUnderTest.open(
                configurations,
                "statements",
                server.port(),
                Map.of(
                        "protocol", "mysql",
                        "recorder", "journal",
                        "record.level", "full",
                        "record.overload", "block"));
        load = new StatementLoad(CONNECTIONS, proxy.port());
        load.awaitMore(CONNECTIONS * 3);
    }

    @After
    public void end() throws Exception {
        proxy.close();
        server.close();
    }

    @Test
    public void allIsRecordedOverAnUpdateOfEachBundle() throws Exception {
        allIsRecorded(bundles::update);
    }

    @Test
    public void allIsRecordedOverStopAndStartOfEachBundle() throws Exception {
        allIsRecorded(bundles::stopAndStart);
    }

    @Test
    public void allIsRecordedOverUninstallAndInstallOfEachBundle() throws Exception {
        allIsRecorded(bundles::uninstallAndInstall);
    }

    private void allIsRecorded(Deed deed) throws Exception {
        for (String artifact : Bundles.SWAPPABLE) {
            deed.on(artifact);
            load.awaitMore(CONNECTIONS * 2);
        }
        assertEquals(List.of(), load.stop());
        assertEquals(new HashSet<>(expected()), new HashSet<>(awaitRecorded().withStatements()));
    }

    private List<List<String>> expected() {
        List<List<String>> expected = new ArrayList<>();
        for (List<String> ledger : load.ledgers()) {
            List<String> session = new ArrayList<>(ledger);
            session.add(0, "session-open");
            session.add("session-close");
            expected.add(session);
        }
        return expected;
    }

    /** Sessions end a moment after their clients. */
    private Journaled awaitRecorded() throws Exception {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        Journaled journaled = new Journaled(shell);
        while (journaled.ended() < CONNECTIONS && System.nanoTime() - deadline < 0) {
            LockSupport.parkNanos(1_000_000);
            journaled = new Journaled(shell);
        }
        return journaled;
    }
}
