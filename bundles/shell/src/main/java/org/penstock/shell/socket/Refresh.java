package org.penstock.shell.socket;

import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Function;
import org.osgi.framework.Bundle;
import org.osgi.framework.wiring.FrameworkWiring;

/**
 * The framework's command {@code refresh}, which breaks down without bundles: here it then takes those that wait for it, as
 * {@link FrameworkWiring#refreshBundles} does, and says which.
 */
final class Refresh implements Function {
    static final String NAME = "refresh";

    private static final String FRAMEWORKS = "felix:" + NAME;

    private final FrameworkWiring framework;

    Refresh(FrameworkWiring framework) {
        this.framework = framework;
    }

    @Override
    public Object execute(CommandSession session, List<Object> arguments) throws Exception {
        if (arguments == null || arguments.isEmpty()) {
            return all();
        }
        if (session.get(FRAMEWORKS) instanceof Function command) {
            return command.execute(session, arguments);
        }
        throw new IllegalStateException("refresh: the framework's commands are not in service; see lb");
    }

    private String all() {
        Collection<Bundle> waiting = framework.getRemovalPendingBundles();
        if (waiting.isEmpty()) {
            return "nothing to refresh: no bundle was updated or uninstalled that others still use; name bundles to refresh"
                    + " them all the same";
        }
        String names = framework.getDependencyClosure(waiting).stream()
                .map(Bundle::getSymbolicName)
                .sorted()
                .distinct()
                .collect(Collectors.joining(", "));
        framework.refreshBundles(null);
        return "refreshing " + names;
    }
}
