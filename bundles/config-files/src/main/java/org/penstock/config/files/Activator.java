package org.penstock.config.files;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.felix.fileinstall.ArtifactInstaller;
import org.osgi.annotation.bundle.Header;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.ServiceRegistration;
import org.osgi.util.tracker.ServiceTracker;

/** Not a component: FileInstall reads its first files before there is a component runtime. */
@Header(name = Constants.BUNDLE_ACTIVATOR, value = "${@class}")
public final class Activator implements BundleActivator {
    /** Framework property of FileInstall's: the folder. Without it there is nothing to look at. */
    private static final String FOLDER = "felix.fileinstall.dir";

    private static final String ENVIRONMENT = "env:";

    private ServiceTracker<ArtifactInstaller, ArtifactInstaller> installers;
    private ServiceRegistration<ArtifactInstaller> registration;
    private ServiceRegistration<?> supplied;
    private ConfigFolder looked;

    @Override
    public void start(BundleContext context) {
        String folder = context.getProperty(FOLDER);
        if (folder == null) {
            return;
        }
        installers = new ServiceTracker<>(context, ArtifactInstaller.class, null);
        installers.open();
        Gate gate = new Gate(this::reader, name -> variable(context, name));
        registration = context.registerService(
                ArtifactInstaller.class,
                gate,
                FrameworkUtil.asDictionary(Map.of(Constants.SERVICE_RANKING, Integer.MAX_VALUE))); // asked first
        Findings findings = new Findings(() -> keptBack(gate));
        supplied = context.registerService(
                Supplier.class, findings, FrameworkUtil.asDictionary(Map.of(Findings.PROPERTY, Findings.VALUE)));
        Survey survey = new Survey(Path.of(folder), PresentTakers.watched(context));
        Bundle framework = context.getBundle(Constants.SYSTEM_BUNDLE_LOCATION);
        looked = new ConfigFolder(folder, survey, gate, findings, () -> framework.getState() == Bundle.ACTIVE);
        looked.start();
    }

    /** As FileInstall looks it up. */
    private static String variable(BundleContext context, String name) {
        return name.startsWith(ENVIRONMENT)
                ? System.getenv(name.substring(ENVIRONMENT.length()))
                : context.getProperty(name);
    }

    private static Map<String, String> keptBack(Gate gate) {
        return gate.problems().entrySet().stream()
                .collect(Collectors.toMap(problem -> problem.getKey().getName(), Map.Entry::getValue));
    }

    private Optional<ArtifactInstaller> reader() {
        Bundle fileInstall = FrameworkUtil.getBundle(ArtifactInstaller.class);
        ServiceReference<ArtifactInstaller>[] present = installers.getServiceReferences();
        return present == null
                ? Optional.empty()
                : Arrays.stream(present)
                        .filter(r -> Objects.equals(r.getBundle(), fileInstall))
                        .map(installers::getService)
                        .flatMap(Stream::ofNullable)
                        .findFirst();
    }

    @Override
    public void stop(BundleContext context) throws InterruptedException {
        if (looked != null) {
            registration.unregister();
            supplied.unregister();
            looked.stop();
            installers.close();
        }
    }
}
