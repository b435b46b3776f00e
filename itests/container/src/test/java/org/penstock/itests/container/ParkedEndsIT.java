package org.penstock.itests.container;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
import org.osgi.framework.ServiceReference;
import org.osgi.service.cm.ConfigurationAdmin;

/**
 * Sessions the keeper ends: their clients are told in their protocol, their sockets are closed, their buffers are given
 * back, and the journal has them to their end, with the statement that was under way.
 */
@RunWith(PaxExam.class)
@ExamReactorStrategy(PerClass.class)
public class ParkedEndsIT {
    private static final long SECONDS = 30;

    /** ER_SERVER_SHUTDOWN. */
    private static final int SHUTDOWN = 1053;

    private static final Set<List<String>> WHOLE = Set.of(
            List.of("session-open", "LOGIN", "COM_QUERY DO 1", "session-close"),
            List.of(
                    "session-open",
                    "LOGIN",
                    "COM_QUERY DO 1",
                    "COM_QUERY " + StatementServer.ENDLESS + ", aborted",
                    "session-close"));

    @Inject
    private BundleContext context;

    @Inject
    private ConfigurationAdmin configurations;

    @Inject
    private CommandProcessor shell;

    private Bundles bundles;
    private StatementServer server;
    private ProxyUnderTest proxy;
    private Client idle;
    private Client busy;

    @Configuration
    public Option[] configuration() {
        return new Option[] {Distribution.asConfigured()};
    }

    /** One client is between two statements, the other within one. */
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
                "parked",
                server.port(),
                Map.of("protocol", "mysql", "recorder", "journal", "park.timeout", "300ms"));
        idle = new Client(proxy.port());
        busy = new Client(proxy.port());
        busy.send(StatementServer.ENDLESS);
        Await.until(SECONDS, () -> server.endless() == 1, () -> "the statement has not come");
    }

    @After
    public void end() throws Exception {
        idle.socket.close();
        busy.socket.close();
        proxy.close();
        server.close();
    }

    @Test
    public void sessionsThatNoCoreComesForEndAndTheNextOneRecordsIt() throws Exception {
        String location = bundles.uninstall("proxy-core");
        assertEquals(SHUTDOWN, idle.error());
        assertEquals(SHUTDOWN, busy.error());
        awaitNothingIsLeft();
        bundles.install("proxy-core", location);
        awaitRecorded(Set.of("no proxy core for 300 ms"));
        serves();
    }

    /** Whether the keeper or the core goes first, nobody chooses. */
    @Test
    public void aRefreshOfTheKeeperEndsSessionsAndTheyAreRecorded() throws Exception {
        bundles.refresh(bundles.find("proxy-keeper"));
        assertEquals(SHUTDOWN, idle.error());
        Await.until(SECONDS, () -> server.open() == 0, () -> "connections to the server: " + server.open());
        awaitRecorded(Set.of("the proxy shuts down", "the proxy's keeper was stopped while the core was away"));
        serves();
    }

    private void awaitNothingIsLeft() throws Exception {
        Await.until(SECONDS, () -> server.open() == 0, () -> "connections to the server: " + server.open());
        Await.until(SECONDS, () -> buffersOut() == 0, () -> "buffers have not been given back");
    }

    /** By name: these tests import none of our packages, or a refresh would take them along. */
    private long buffersOut() throws Exception {
        ServiceReference<?> buffers = context.getServiceReference("org.penstock.proxy.keeper.Buffers");
        Object store = context.getService(buffers);
        try {
            Object usage = store.getClass().getMethod("usage").invoke(store);
            return (long) usage.getClass().getMethod("outBytes").invoke(usage);
        } finally {
            context.ungetService(buffers);
        }
    }

    private void awaitRecorded(Set<String> reasons) throws Exception {
        Await.until(SECONDS, () -> new Journaled(shell).ended() == 2, () -> "the journal has no end of the sessions");
        Journaled journaled = new Journaled(shell);
        assertEquals(WHOLE, new HashSet<>(journaled.withStatements()));
        assertTrue(journaled.reasons().toString(), reasons.containsAll(journaled.reasons()));
    }

    private void serves() throws Exception {
        Listening.await(proxy.port());
        new Client(proxy.port()).socket.close();
    }

    /** Has logged in, and run one statement. */
    private static final class Client {
        final Socket socket;
        private final DataInputStream in;

        Client(int port) throws IOException {
            socket = new Socket(InetAddress.getLoopbackAddress(), port);
            socket.setSoTimeout(30_000);
            in = new DataInputStream(socket.getInputStream());
            MySqlWire.read(in);
            MySqlWire.write(socket.getOutputStream(), 1, MySqlWire.response());
            MySqlWire.read(in);
            send("DO 1");
            MySqlWire.read(in);
        }

        void send(String text) throws IOException {
            MySqlWire.write(socket.getOutputStream(), 0, MySqlWire.command(MySqlWire.QUERY, text));
        }

        /** The number of the error that is the last it hears. */
        int error() throws IOException {
            byte[] payload = MySqlWire.read(in);
            assertEquals(0xff, payload[0] & 0xff);
            assertEquals(-1, in.read());
            return payload[1] & 0xff | (payload[2] & 0xff) << 8;
        }
    }
}
