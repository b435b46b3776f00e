package org.penstock.itests.container;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Map;
import java.util.TreeMap;
import org.osgi.framework.FrameworkUtil;
import org.osgi.service.cm.Configuration;
import org.osgi.service.cm.ConfigurationAdmin;

/** A proxy by configuration, from when it listens until it is closed. */
final class ProxyUnderTest implements AutoCloseable {
    private final Configuration configuration;
    private final int port;

    private ProxyUnderTest(Configuration configuration, int port) {
        this.configuration = configuration;
        this.port = port;
    }

    /** @param more keys besides {@code listen} and {@code backend} */
    static ProxyUnderTest open(ConfigurationAdmin configurations, String name, int backend, Map<String, String> more)
            throws Exception {
        int port = freePort();
        Map<String, String> keys = new TreeMap<>(more);
        keys.put("listen", "127.0.0.1:" + port);
        keys.put("backend", "127.0.0.1:" + backend);
        Configuration configuration = configurations.getFactoryConfiguration("org.penstock.proxy", name, "?");
        configuration.update(FrameworkUtil.asDictionary(keys));
        Listening.await(port);
        return new ProxyUnderTest(configuration, port);
    }

    private static int freePort() throws IOException {
        try (ServerSocket s = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return s.getLocalPort();
        }
    }

    int port() {
        return port;
    }

    @Override
    public void close() throws IOException {
        configuration.delete();
    }
}
