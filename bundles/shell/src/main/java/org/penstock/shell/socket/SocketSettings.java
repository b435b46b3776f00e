package org.penstock.shell.socket;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Configuration of the control socket, {@code etc/org.penstock.shell.socket.cfg}.
 *
 * @param path of the socket
 * @param maxClients how many may be connected at a time
 */
record SocketSettings(Path path, int maxClients) {
    static final String PID = "org.penstock.shell.socket";
    private static final List<String> KEYS = List.of("clients.max", "path");
    private static final Pattern FOREIGN = Pattern.compile("(service|component|felix|osgi|org\\.apache)\\..*");
    private static final int DEFAULT_CLIENTS = 16;
    private static final int MOST_CLIENTS = 256;

    /** @throws IllegalArgumentException one line: which file, key and value, and what is allowed */
    static SocketSettings parse(Map<String, ?> properties) {
        properties.keySet().stream()
                .filter(key -> !KEYS.contains(key) && !FOREIGN.matcher(key).matches())
                .findFirst()
                .ifPresent(key -> {
                    throw new IllegalArgumentException("etc/" + PID + ".cfg: " + key + " = " + properties.get(key)
                            + ": unknown key; known are " + String.join(", ", KEYS));
                });
        return new SocketSettings(path(properties.get("path")), clients(properties.get("clients.max")));
    }

    private static Path path(Object given) {
        String text = given == null ? "" : given.toString().strip();
        if (text.isEmpty()) {
            throw refused("path", text, "the path of a socket, for example ${penstock.data}/run/control.sock");
        }
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw refused("path", e.getReason(), "the path of a socket");
        }
    }

    private static int clients(Object given) {
        if (given == null) {
            return DEFAULT_CLIENTS;
        }
        String text = given.toString().strip();
        if (text.matches("\\d{1,3}") && Integer.parseInt(text) >= 1 && Integer.parseInt(text) <= MOST_CLIENTS) {
            return Integer.parseInt(text);
        }
        throw refused("clients.max", text, "1 to " + MOST_CLIENTS);
    }

    private static IllegalArgumentException refused(String key, String value, String allowed) {
        return new IllegalArgumentException(
                "etc/" + PID + ".cfg: " + key + " = " + value + ": not allowed; allowed is " + allowed);
    }
}
