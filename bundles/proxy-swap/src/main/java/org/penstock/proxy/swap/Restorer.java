package org.penstock.proxy.swap;

import java.io.IOException;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.penstock.proxy.api.MoveReport;
import org.penstock.proxy.api.ProxyControl;
import org.penstock.proxy.api.ProxyStatus;
import org.penstock.proxy.api.ServiceStatus;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Moves proxies to what was chosen before a restart, of the process or of the core. One thread. */
final class Restorer {
    private static final Logger LOG = LoggerFactory.getLogger(Restorer.class);

    private final Memory memory;
    private final Set<String> applied = new HashSet<>();
    private final Set<String> told = new HashSet<>();
    private ProxyControl control;

    Restorer(Memory memory) {
        this.memory = memory;
    }

    /**
     * Does what can be done now.
     *
     * @param now the core in service
     * @param configured what the configurations say, by proxy
     * @param settled whether a proxy without a configuration has none, rather than none yet
     * @return whether something is left that may be done later
     */
    boolean restore(ProxyControl now, Configured configured, boolean settled) throws IOException {
        use(now);
        Map<String, String> says = configured.transports();
        boolean left = false;
        for (Map.Entry<String, Choice> e : memory.choices().entrySet()) {
            left |= !isObsolete(e.getKey(), e.getValue(), says.get(e.getKey()), settled)
                    && !applied.contains(e.getKey())
                    && !apply(e.getKey(), e.getValue());
        }
        return left;
    }

    /** An operator has just moved a proxy himself. */
    void done(ProxyControl now, String proxy) {
        use(now);
        applied.add(proxy);
    }

    private void use(ProxyControl now) {
        if (now != control) {
            control = now; // it knows nothing of earlier choices
            applied.clear();
        }
    }

    private boolean isObsolete(String proxy, Choice choice, String says, boolean settled) {
        if (says == null && settled) {
            memory.forget(proxy, "there is no such proxy any more");
            return true;
        }
        if (says != null && !says.equals(choice.configured())) {
            memory.forget(proxy, "its configuration has changed from " + choice.configured() + " to " + says);
            return true;
        }
        return false;
    }

    private boolean apply(String proxy, Choice choice) {
        if (!isServing(proxy) || !isInService(choice.transport())) {
            return false;
        }
        MoveReport report = control.move(proxy, choice.transport());
        if (report.done()) {
            applied.add(proxy);
            LOG.info("swap set again proxy={} transport={} moved={}", proxy, choice.transport(), report.moved());
        } else if (told.add(proxy)) {
            LOG.warn(
                    "swap not set again proxy={} transport={} reason=\"{}\"",
                    proxy,
                    choice.transport(),
                    report.problem());
        }
        return report.done();
    }

    private boolean isServing(String proxy) {
        Optional<ProxyStatus> status =
                control.proxies().stream().filter(p -> p.name().equals(proxy)).findFirst();
        return status.isPresent()
                && status.get().state() != ProxyStatus.State.FAILED
                && status.get().state() != ProxyStatus.State.DRAINING;
    }

    private boolean isInService(String transport) {
        return control.services().stream()
                .anyMatch(s ->
                        s.family() == ServiceStatus.Family.TRANSPORT && s.name().equals(transport));
    }
}
