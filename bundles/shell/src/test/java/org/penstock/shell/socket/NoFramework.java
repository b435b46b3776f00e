package org.penstock.shell.socket;

import java.lang.reflect.Proxy;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.penstock.shell.framework.FrameworkCommands;

/** For what does nothing with bundles. */
final class NoFramework {
    private NoFramework() {}

    static FrameworkCommands commands() {
        Bundle system = fake(Bundle.class, null);
        return new FrameworkCommands(fake(BundleContext.class, system));
    }

    private static <T> T fake(Class<T> type, Object answer) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> answer));
    }
}
