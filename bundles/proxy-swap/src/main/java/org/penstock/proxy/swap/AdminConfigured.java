package org.penstock.proxy.swap;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.service.cm.Configuration;
import org.osgi.service.cm.ConfigurationAdmin;

/** As the configuration service has it. */
final class AdminConfigured implements Configured {
    /** The factory's PID; a proxy's is {@code org.penstock.proxy~NAME}. */
    static final String FACTORY_PID = "org.penstock.proxy";

    /** What a proxy without the key uses: docs/configuration.md. Saying so is not another choice. */
    private static final String DEFAULT = "nio";

    private final ConfigurationAdmin admin;

    AdminConfigured(ConfigurationAdmin admin) {
        this.admin = admin;
    }

    @Override
    public Map<String, String> transports() throws IOException {
        Map<String, String> transports = new HashMap<>();
        for (Configuration c : list()) {
            Object value = c.getProperties() == null ? null : c.getProperties().get("transport");
            String text = value == null ? "" : value.toString().replaceAll("\\s", "");
            transports.put(proxy(c.getPid()), text.isEmpty() ? DEFAULT : text);
        }
        return transports;
    }

    private Configuration[] list() throws IOException {
        try {
            Configuration[] all = admin.listConfigurations("(service.factoryPid=" + FACTORY_PID + ")");
            return all == null ? new Configuration[0] : all;
        } catch (InvalidSyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String proxy(String pid) {
        int separator = pid.indexOf('~');
        return separator >= 0 ? pid.substring(separator + 1) : pid.substring(pid.lastIndexOf('.') + 1);
    }
}
