package org.penstock.shell.framework;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Function;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.wiring.FrameworkWiring;

/**
 * {@code install}, {@code start}, {@code stop}, {@code update}, {@code uninstall}, {@code refresh} and {@code resolve}, for
 * sessions that they are put into.
 *
 * <p>Threads: any; a command may be the end of the very bundle it is of. Errors: called wrongly, a command throws
 * IllegalArgumentException and nothing is done; what was not done is an IllegalStateException; both with one line.
 */
public final class FrameworkCommands {
    private static final Syntax.Option TRANSIENT =
            new Syntax.Option("-t", "--transient", "for now: after a restart of the framework it is as before");
    private static final Syntax.Option POLICY =
            new Syntax.Option("-p", "--policy", "when its own activation policy says so");

    private final Bundles bundles;
    private final FrameworkWiring wiring;
    private final Map<String, Function> commands = new TreeMap<>();

    /** @param framework the system bundle's context, which outlives the bundle that the commands are of */
    public FrameworkCommands(BundleContext framework) {
        this.bundles = new Bundles(framework);
        this.wiring = framework.getBundle().adapt(FrameworkWiring.class);
        add(Syntax.of("install", "Installs bundles.", "URL…", 1), this::install);
        add(
                Syntax.of("start", "Starts bundles; installs them first where a URL is given.", "BUNDLE|URL…", 1)
                        .with(TRANSIENT)
                        .with(POLICY),
                this::start);
        add(Syntax.of("stop", "Stops bundles.", "BUNDLE…", 1).with(TRANSIENT), this::stop);
        add(
                Syntax.of(
                                "update",
                                "Updates a bundle, from where it was installed from or from a URL.",
                                "BUNDLE [URL]",
                                1)
                        .atMost(2),
                this::update);
        add(Syntax.of("uninstall", "Uninstalls bundles.", "BUNDLE…", 1), this::uninstall);
        add(
                Syntax.of(
                        "refresh",
                        "Wires bundles anew; without any, those that were updated or uninstalled while others still use them.",
                        "[BUNDLE…]",
                        0),
                this::refresh);
        add(Syntax.of("resolve", "Resolves bundles; without any, all.", "[BUNDLE…]", 0), this::resolve);
    }

    /** What one of them does when it is called rightly; what it answers is shown, null is not. */
    private interface Body {
        String run(Call call) throws Exception;
    }

    private void add(Syntax syntax, Body body) {
        commands.put(syntax.name(), (session, arguments) -> {
            Call call = syntax.read(session, arguments);
            return call.help() ? syntax.help() : body.run(call);
        });
    }

    /** A command of a session's own comes before those of services. */
    public void into(CommandSession session) {
        commands.forEach(session::put);
    }

    private String install(Call call) {
        Attempts attempts = new Attempts("install");
        List<String> ids = new ArrayList<>();
        for (String url : call.words()) {
            attempts.make(url, () -> ids.add(id(bundles.install(call.location(url)))));
        }
        String installed =
                ids.isEmpty() ? "" : (ids.size() == 1 ? "Bundle ID: " : "Bundle IDs: ") + String.join(", ", ids);
        attempts.check(installed);
        return installed;
    }

    private String start(Call call) {
        int options = (call.has(TRANSIENT) ? Bundle.START_TRANSIENT : 0)
                | (call.has(POLICY) ? Bundle.START_ACTIVATION_POLICY : 0);
        List<Bundles.Startable> those = call.words().stream()
                .map(word -> bundles.startable("start", word))
                .toList();
        Attempts attempts = new Attempts("start");
        for (Bundles.Startable each : those) {
            attempts.make(each.name(), () -> each.bundle().start(options));
        }
        attempts.check("");
        return null;
    }

    private String stop(Call call) {
        int options = call.has(TRANSIENT) ? Bundle.STOP_TRANSIENT : 0;
        return each("stop", call, bundle -> bundle.stop(options));
    }

    private String uninstall(Call call) {
        return each("uninstall", call, Bundle::uninstall);
    }

    private interface Change {
        void make(Bundle bundle) throws BundleException;
    }

    private String each(String name, Call call, Change change) {
        List<Bundle> those = bundles.named(name, call.words());
        Attempts attempts = new Attempts(name);
        for (Bundle bundle : those) {
            attempts.make(Bundles.shown(bundle), () -> change.make(bundle));
        }
        attempts.check("");
        return null;
    }

    private String update(Call call) {
        Bundle bundle = bundles.named("update", call.words().subList(0, 1)).get(0);
        Attempts attempts = new Attempts("update");
        attempts.make(Bundles.shown(bundle), () -> {
            if (call.words().size() == 1) {
                bundle.update();
            } else {
                bundles.update(bundle, call.location(call.words().get(1)));
            }
        });
        attempts.check("");
        return null;
    }

    /** It goes on by itself: what is refreshed may be what this is of. */
    private String refresh(Call call) {
        if (!call.words().isEmpty()) {
            wiring.refreshBundles(bundles.named("refresh", call.words()));
            return null;
        }
        var waiting = wiring.getRemovalPendingBundles();
        if (waiting.isEmpty()) {
            return "nothing to refresh: no bundle was updated or uninstalled that others still use; name bundles to refresh"
                    + " them all the same";
        }
        String names = wiring.getDependencyClosure(waiting).stream()
                .map(Bundle::getSymbolicName)
                .sorted()
                .distinct()
                .collect(Collectors.joining(", "));
        wiring.refreshBundles(null);
        return "refreshing " + names;
    }

    private String resolve(Call call) {
        List<Bundle> those = call.words().isEmpty() ? bundles.all() : bundles.named("resolve", call.words());
        if (!wiring.resolveBundles(those)) {
            throw new IllegalStateException("resolve: not resolved: "
                    + those.stream()
                            .filter(bundle -> bundle.getState() == Bundle.INSTALLED)
                            .map(Bundles::shown)
                            .collect(Collectors.joining(", "))
                    + "; start tells why");
        }
        return null;
    }

    private static String id(Bundle bundle) {
        return Long.toString(bundle.getBundleId());
    }
}
