package org.penstock.shell.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Proxy;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.osgi.framework.Bundle;
import org.osgi.framework.wiring.FrameworkWiring;

class RemedyTest {
    private static final Bundle CORE = bundle(31, "org.penstock.proxy-core", Bundle.ACTIVE);
    private static final Bundle KEEPER = bundle(14, "org.penstock.proxy-keeper", Bundle.ACTIVE);
    private static final Bundle CODECS = bundle(9, "org.penstock.codec-api", Bundle.ACTIVE);
    private static final Bundle GONE = bundle(15, "org.penstock.proxy-api", Bundle.UNINSTALLED);

    /** @param uses what has been wired to each bundle */
    private static String remedy(Map<Bundle, List<Bundle>> uses, Bundle... pending) {
        return Remedy.of("proxy-core", (FrameworkWiring) Proxy.newProxyInstance(
                Bundle.class.getClassLoader(), new Class<?>[] {FrameworkWiring.class}, (self, method, arguments) -> {
                    return switch (method.getName()) {
                        case "getRemovalPendingBundles" -> List.of(pending);
                        case "getDependencyClosure" ->
                            uses.get(((Collection<?>) arguments[0]).iterator().next());
                        default -> throw new AssertionError(method);
                    };
                }));
    }

    private static Bundle bundle(long id, String name, int state) {
        return (Bundle) Proxy.newProxyInstance(
                Bundle.class.getClassLoader(), new Class<?>[] {Bundle.class}, (self, method, arguments) -> {
                    return switch (method.getName()) {
                        case "getBundleId" -> id;
                        case "getSymbolicName" -> name;
                        case "getState" -> state;
                        case "compareTo" -> Long.compare(id, ((Bundle) arguments[0]).getBundleId());
                        case "hashCode" -> System.identityHashCode(self);
                        case "equals" -> self == arguments[0];
                        case "toString" -> name;
                        default -> throw new AssertionError(method);
                    };
                });
    }

    @Test
    void whereNothingWasUpdatedTheBundlesAreLookedAt() {
        assertEquals("see lb", remedy(Map.of()));
    }

    @Test
    void oneThatWasUpdatedIsToBeRefreshed() {
        assertEquals(
                "org.penstock.proxy-keeper was updated, and the old code is still in use: refresh 14",
                remedy(Map.of(KEEPER, List.of(KEEPER, CORE)), KEEPER));
    }

    @Test
    void soAreSeveral() {
        assertEquals(
                "org.penstock.codec-api, org.penstock.proxy-keeper were updated, and the old code is still in use: refresh 9 14",
                remedy(Map.of(KEEPER, List.of(KEEPER, CORE), CODECS, List.of(CODECS, CORE)), KEEPER, CODECS));
    }

    @Test
    void whatItDoesNotUseIsNotTheReason() {
        assertEquals("see lb", remedy(Map.of(CODECS, List.of(CODECS)), CODECS));
    }

    /** It has no number any more, and would not come back. */
    @Test
    void noRefreshBringsBackWhatWasUninstalled() {
        assertEquals("see lb", remedy(Map.of(GONE, List.of(GONE, CORE)), GONE));
    }
}
