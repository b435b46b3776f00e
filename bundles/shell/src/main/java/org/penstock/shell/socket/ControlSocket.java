package org.penstock.shell.socket;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.felix.service.command.CommandProcessor;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.wiring.FrameworkWiring;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.metatype.annotations.Designate;
import org.penstock.log.support.Reason;
import org.penstock.log.support.Spell;
import org.penstock.shell.wire.Frame;
import org.penstock.shell.wire.FrameWriter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Accepts clients at the control socket, as many as are allowed. What it cannot do it logs, and stays closed. */
@Component(
        service = ControlSocket.class,
        immediate = true,
        configurationPid = SocketSettings.PID,
        configurationPolicy = ConfigurationPolicy.REQUIRE)
@Designate(ocd = SocketMetatype.class)
public final class ControlSocket {
    private static final Logger LOG = LoggerFactory.getLogger(ControlSocket.class);
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final CommandProcessor processor;
    private final Refresh refresh;
    private final Set<Visit> visits = ConcurrentHashMap.newKeySet();
    private SocketSettings settings;
    private SocketFile file;
    private Thread acceptor;
    private Optional<String> problem = Optional.empty();
    private final Spell shut = new Spell(Spell.CALM, System::nanoTime, this::acceptsAgain);

    /** For the component runtime. */
    @Activate
    public ControlSocket(BundleContext context, @Reference CommandProcessor processor, Map<String, Object> properties) {
        this(context.getBundle(Constants.SYSTEM_BUNDLE_LOCATION).adapt(FrameworkWiring.class), processor, properties);
    }

    ControlSocket(FrameworkWiring framework, CommandProcessor processor, Map<String, Object> properties) {
        this.processor = processor;
        this.refresh = new Refresh(framework);
        try {
            settings = SocketSettings.parse(properties);
            file = SocketFile.open(settings.path());
        } catch (IOException | IllegalArgumentException | UnsupportedOperationException e) {
            String why = e instanceof IOException ? Reason.of(e) : e.getMessage(); // what settings say is a sentence
            problem = Optional.of("control socket not opened: " + why);
            LOG.error(
                    "control socket not opened reason=\"{}\" then=\"no shell from outside until its configuration"
                            + " changes or its bundle starts again\"",
                    why);
            return;
        }
        acceptor = new Thread(this::accept, "penstock-shell-accept");
        acceptor.setDaemon(true);
        acceptor.start();
        LOG.info("control socket open path={} clients.max={}", file.path(), settings.maxClients());
    }

    /** Why it is not open; empty where it is, and clients may come. */
    public Optional<String> problem() {
        return problem;
    }

    private void accept() {
        for (int number = 1; file.isOpen(); number++) {
            try {
                admit(file.accept(), number);
                shut.passed();
            } catch (IOException | OutOfMemoryError e) {
                // out of descriptors or threads: there may be some again
                if (file.isOpen()) {
                    if (shut.met()) {
                        LOG.warn(
                                "control socket accepts nobody for the moment path={} reason=\"{}\" then=\"clients"
                                        + " wait\"",
                                file.path(),
                                Reason.of(e));
                    }
                    pause();
                }
            }
        }
    }

    private void admit(SocketChannel channel, int number) throws IOException {
        if (visits.size() >= settings.maxClients()) {
            try (channel) {
                FrameWriter writer = new FrameWriter(channel);
                writer.write(Frame.of(
                        Frame.Kind.ERROR,
                        "penstock: " + settings.maxClients()
                                + " clients are connected, more are not allowed; see clients.max in etc/"
                                + SocketSettings.PID
                                + ".cfg\n"));
                writer.write(Frame.of(Frame.Kind.LAST, ""));
                writer.write(Frame.status(1));
            }
            return;
        }
        Visit visit = new Visit(channel, processor, refresh);
        visits.add(visit);
        try {
            visit.begin(number, () -> visits.remove(visit));
        } catch (OutOfMemoryError e) {
            visits.remove(visit);
            visit.close();
            throw e;
        }
    }

    /** Found by the first client that comes after a while without trouble. */
    private void acceptsAgain(Spell.Past past) {
        LOG.info("control socket accepts again path={} after=\"{}\"", file.path(), past.length());
    }

    /** Out of descriptors, most likely: trying again at once would only burn the processor. */
    private static void pause() {
        try {
            Thread.sleep(100);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Deactivate
    void deactivate() {
        if (file == null) {
            return;
        }
        try {
            file.close();
        } catch (IOException e) {
            LOG.warn(
                    "control socket not removed path={} reason=\"{}\" then=\"the next start replaces it\"",
                    file.path(),
                    Reason.of(e));
        }
        visits.forEach(Visit::end);
        awaitEnd();
        LOG.info("control socket closed path={}", file.path());
    }

    /** Clients that do not end in time are left: their connections close, their commands end by themselves. */
    private void awaitEnd() {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        try {
            for (Visit visit : visits) {
                if (!visit.awaitEnd(deadline - System.nanoTime())) {
                    visit.close();
                }
            }
            acceptor.join(PATIENCE.toMillis());
        } catch (InterruptedException e) {
            visits.forEach(Visit::close);
            Thread.currentThread().interrupt();
        }
    }
}
