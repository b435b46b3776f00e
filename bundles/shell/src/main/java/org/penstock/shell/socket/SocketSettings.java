package org.penstock.shell.socket;

import java.nio.file.Path;
import java.util.Map;
import org.penstock.log.support.settings.Settings;

/**
 * Configuration of the control socket, {@code etc/org.penstock.shell.socket.cfg}.
 *
 * @param path of the socket
 * @param maxClients how many may be connected at a time
 */
record SocketSettings(Path path, int maxClients) {
    static final String PID = "org.penstock.shell.socket";
    private static final int DEFAULT_CLIENTS = 16;
    private static final int MOST_CLIENTS = 256;

    /** @throws IllegalArgumentException one line: of each mistake the file, key and value, and what is allowed */
    static SocketSettings parse(Map<String, ?> properties) {
        Settings s = new Settings(PID, properties);
        Path path = s.required("path", "the path of a socket, for example ${penstock.data}/run/control.sock", Path::of);
        int maxClients = s.number("clients.max", 1, MOST_CLIENTS, DEFAULT_CLIENTS);
        s.check();
        return new SocketSettings(path, maxClients);
    }

    /** As it would be in the file. */
    Map<String, String> written() {
        return Map.of("path", path.toString(), "clients.max", Integer.toString(maxClients));
    }
}
