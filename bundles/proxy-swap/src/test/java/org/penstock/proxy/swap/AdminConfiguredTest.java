package org.penstock.proxy.swap;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Proxy;
import java.util.Dictionary;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.osgi.framework.FrameworkUtil;
import org.osgi.service.cm.Configuration;
import org.osgi.service.cm.ConfigurationAdmin;

class AdminConfiguredTest {
    private static <T> T fake(Class<T> type, Map<String, Object> answers) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, args) -> answers.get(method.getName())));
    }

    private static Configuration configuration(String pid, String transport) {
        Dictionary<String, Object> properties =
                FrameworkUtil.asDictionary(transport == null ? Map.of() : Map.of("transport", transport));
        return fake(Configuration.class, Map.of("getPid", pid, "getProperties", properties));
    }

    private static Map<String, String> transports(Configuration... all) throws Exception {
        return new AdminConfigured(fake(ConfigurationAdmin.class, Map.of("listConfigurations", all))).transports();
    }

    @Test
    void whatProxiesSayIsFoundByTheirNames() throws Exception {
        assertEquals(
                Map.of("orders", "bio,nio", "stock-1", "nio"),
                transports(
                        configuration("org.penstock.proxy~orders", " bio , nio "),
                        configuration("org.penstock.proxy~stock-1", "nio")));
    }

    @Test
    void sayingTheDefaultIsSayingNothingElse() throws Exception {
        assertEquals(
                transports(configuration("org.penstock.proxy~a", "nio")),
                transports(configuration("org.penstock.proxy~a", null)));
    }

    @Test
    void withoutConfigurationsThereIsNothing() throws Exception {
        assertEquals(Map.of(), new AdminConfigured(fake(ConfigurationAdmin.class, Map.of())).transports());
    }
}
