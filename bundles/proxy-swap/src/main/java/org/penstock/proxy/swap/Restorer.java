package org.penstock.proxy.swap;

import java.io.IOException;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.penstock.log.support.Reason;
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
                    && !isSet(e.getKey(), e.getValue())
                    && !set(e.getKey(), e.getValue());
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
            told.clear();
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

    /** A proxy whose configuration went and came again is another one, which knows nothing of the choice. */
    private boolean isSet(String proxy, Choice choice) {
        return applied.contains(proxy)
                && serving(proxy)
                        .filter(p -> !p.transport().equals(choice.transport()))
                        .isEmpty();
    }

    private boolean set(String proxy, Choice choice) {
        if (serving(proxy).isEmpty() || !isInService(choice.transport())) {
            return false;
        }
        String problem;
        try {
            MoveReport report = control.move(proxy, choice.transport());
            if (report.done()) {
                applied.add(proxy);
                told.remove(proxy);
                LOG.info("swap set again proxy={} transport={} moved={}", proxy, choice.transport(), report.moved());
                return true;
            }
            problem = report.problem();
        } catch (RuntimeException e) { // costs the others nothing
            problem = "the core gave up: " + Reason.of(e);
        }
        if (told.add(proxy)) {
            LOG.warn("swap not set again proxy={} transport={} reason=\"{}\"", proxy, choice.transport(), problem);
        }
        return false;
    }

    private Optional<ProxyStatus> serving(String proxy) {
        return control.proxies().stream()
                .filter(p -> p.name().equals(proxy)
                        && p.state() != ProxyStatus.State.FAILED
                        && p.state() != ProxyStatus.State.DRAINING)
                .findFirst();
    }

    private boolean isInService(String transport) {
        return control.services().stream()
                .anyMatch(s ->
                        s.family() == ServiceStatus.Family.TRANSPORT && s.name().equals(transport));
    }
}
