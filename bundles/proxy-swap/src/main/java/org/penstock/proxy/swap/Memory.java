package org.penstock.proxy.swap;

import java.io.IOException;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.penstock.log.support.Reason;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What operators have chosen, here and on disk. Changed on one thread; read on any. */
final class Memory {
    private static final Logger LOG = LoggerFactory.getLogger(Memory.class);

    private final ChoiceFile file;
    private volatile SortedMap<String, Choice> choices = new TreeMap<>();

    Memory(ChoiceFile file) {
        this.file = file;
    }

    /** Reads what an earlier process has left; a file that makes no sense is ignored, and said to be so. */
    void load() {
        try {
            choices = file.read();
        } catch (IOException e) {
            LOG.warn(
                    "earlier swaps are ignored file={} reason=\"{}\" then=\"proxies begin as they are configured\"",
                    file.path(),
                    Reason.of(e));
        }
    }

    /** By proxy; never changes. */
    SortedMap<String, Choice> choices() {
        return choices;
    }

    /**
     * Keeps that proxies were moved. One whose configuration names that transport first needs no memory.
     *
     * @param configured what their configurations say, by proxy
     * @return why not, in one line; then nothing has changed
     */
    Optional<String> keep(Collection<String> proxies, String transport, Map<String, String> configured) {
        SortedMap<String, Choice> next = new TreeMap<>(choices);
        for (String proxy : proxies) {
            String says = configured.get(proxy); // null: it has just been deleted
            boolean needless = says == null || says.equals(transport) || says.startsWith(transport + ",");
            if (needless) {
                next.remove(proxy);
            } else {
                next.put(proxy, new Choice(transport, says));
            }
        }
        return replace(next);
    }

    void forget(String proxy, String why) {
        SortedMap<String, Choice> next = new TreeMap<>(choices);
        Choice gone = next.remove(proxy);
        if (gone != null) {
            LOG.info("swap forgotten proxy={} transport={} reason=\"{}\"", proxy, gone.transport(), why);
            replace(next).ifPresent(LOG::warn);
        }
    }

    private Optional<String> replace(SortedMap<String, Choice> next) {
        if (next.equals(choices)) {
            return Optional.empty();
        }
        try {
            file.write(next);
            choices = next;
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(
                    "not remembered over a restart, since " + file.path() + " cannot be written: " + Reason.of(e));
        }
    }
}
