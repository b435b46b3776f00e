package org.penstock.proxy.core;

import java.util.Set;
import java.util.TreeSet;
import org.penstock.proxy.core.config.ProxyConfig;
import org.penstock.proxy.core.config.RecordLevel;
import org.penstock.recorder.api.Recorder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the operator when a recorder that a proxy records with goes away, with what follows from it, and when it is back:
 * a line each. Where another generation takes over at once there is nothing to tell.
 *
 * <p>Threads: any, under the core's lock.
 */
final class RecorderNews {
    private static final Logger LOG = LoggerFactory.getLogger(RecorderNews.class);

    private final Generations<Recorder> present;
    private final Set<String> away = new TreeSet<>();

    /** @param present the recorders there are */
    RecorderNews(Generations<Recorder> present) {
        this.present = present;
    }

    /** One is no longer among those present. */
    void gone(String name, ProxyConfig c) {
        if (uses(c, name) && present.newest(name).isEmpty() && away.add(name)) {
            LOG.warn(
                    "proxy={} recorder {} is no longer in service; {}",
                    c.name(),
                    name,
                    Missing.consequence(c.recording().overload()));
        }
    }

    /** Some may be back. */
    void came(ProxyConfig c) {
        away.removeIf(name -> {
            boolean back = present.newest(name).isPresent();
            if (back && uses(c, name)) {
                LOG.info("proxy={} recorder {} is in service again", c.name(), name);
            }
            return back;
        });
    }

    private static boolean uses(ProxyConfig c, String name) {
        return c.recording().level() != RecordLevel.OFF
                && c.recording().recorders().contains(name);
    }
}
