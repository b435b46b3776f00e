package org.penstock.proxy.core;

import java.util.ArrayList;
import java.util.List;
import org.penstock.proxy.core.config.Overload;
import org.penstock.proxy.core.config.ProxyConfig;
import org.penstock.proxy.core.config.RecordLevel;
import org.penstock.transport.api.Transport;

/** What a proxy is configured with and is not in service: a misspelt name is not an error, since its bundle may come. */
final class Missing {
    private Missing() {}

    /** A line each, which says what follows from it. */
    static List<String> lines(
            ProxyConfig c, List<String> transports, Generation<Transport> current, Services services) {
        List<String> lines = new ArrayList<>();
        if (current == null || !transports.contains(current.name())) {
            String meanwhile = current == null ? "clients wait" : current.name() + " is used meanwhile";
            lines.add(line(c, "transport", String.join(", ", transports), services.transports, meanwhile));
        }
        if (c.understands() && services.codecs.newest(c.protocol()).isEmpty()) {
            String consequence = "sessions wait for hold.timeout and are not understood then";
            lines.add(line(c, "protocol", c.protocol(), services.codecs, consequence));
        }
        if (c.recording().level() != RecordLevel.OFF) {
            c.recording().recorders().stream()
                    .filter(r -> services.recorders.newest(r).isEmpty())
                    .forEach(r -> lines.add(line(
                            c,
                            "recorder",
                            r,
                            services.recorders,
                            consequence(c.recording().overload()))));
        }
        return lines;
    }

    static String consequence(Overload overload) {
        return switch (overload) {
            case BLOCK -> "clients wait";
            case DROP -> "records are dropped";
            case FAIL -> "sessions end";
        };
    }

    private static String line(ProxyConfig c, String key, String value, Generations<?> present, String consequence) {
        return c.source() + ": " + key + " = " + value + ": not in service; in service: " + present.names() + "; "
                + consequence;
    }
}
