package org.penstock.proxy.core;

import java.util.ArrayList;
import java.util.List;
import org.penstock.proxy.core.config.Overload;
import org.penstock.proxy.core.config.ProxyConfig;
import org.penstock.proxy.core.config.RecordLevel;
import org.penstock.transport.api.Transport;

/**
 * What a proxy is configured with and is not in service: a misspelt name is not an error, since its bundle may come.
 *
 * @param what key and value
 * @param line says what follows from it
 */
record Missing(String what, String line) {
    static List<Missing> of(ProxyConfig c, List<String> transports, Generation<Transport> current, Services services) {
        List<Missing> all = new ArrayList<>();
        if (current == null || !transports.contains(current.name())) {
            String meanwhile = current == null ? "clients wait" : current.name() + " is used meanwhile";
            all.add(missing(c, "transport", String.join(", ", transports), services.transports, meanwhile));
        }
        if (c.understands() && services.codecs.newest(c.protocol()).isEmpty()) {
            String consequence = "sessions wait for hold.timeout and are not understood then";
            all.add(missing(c, "protocol", c.protocol(), services.codecs, consequence));
        }
        if (c.recording().level() != RecordLevel.OFF) {
            c.recording().recorders().stream()
                    .filter(r -> services.recorders.newest(r).isEmpty())
                    .forEach(r -> all.add(missing(
                            c,
                            "recorder",
                            r,
                            services.recorders,
                            consequence(c.recording().overload()))));
        }
        return all;
    }

    private static String consequence(Overload overload) {
        return switch (overload) {
            case BLOCK -> "clients wait";
            case DROP -> "records are dropped";
            case FAIL -> "sessions end";
        };
    }

    private static Missing missing(
            ProxyConfig c, String key, String value, Generations<?> present, String consequence) {
        String what = key + " = " + value;
        return new Missing(
                what,
                c.source() + ": " + what + ": not in service; in service: " + present.names() + "; " + consequence);
    }
}
