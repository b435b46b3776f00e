package org.penstock.shell.socket;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.felix.service.command.CommandProcessor;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Modified;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.metatype.annotations.Designate;
import org.penstock.log.support.Change;
import org.penstock.log.support.Reason;
import org.penstock.shell.framework.FrameworkCommands;
import org.penstock.shell.wire.Frame;
import org.penstock.shell.wire.FrameWriter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Accepts clients at the control socket, as many as are allowed. What it cannot do it logs, and stays as it was: closed where
 * it never was open.
 */
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
    private final FrameworkCommands framework;
    private final Set<Visit> visits = ConcurrentHashMap.newKeySet();
    private final AtomicInteger numbers = new AtomicInteger();
    private volatile SocketSettings settings; // in force; null: none ever was
    private volatile Optional<String> problem = Optional.empty();
    private Door door; // null: never opened
    private final List<Door> former = new ArrayList<>(); // those whose thread may still live

    /** For the component runtime. */
    @Activate
    public ControlSocket(BundleContext context, @Reference CommandProcessor processor, Map<String, Object> properties) {
        this(
                new FrameworkCommands(
                        context.getBundle(Constants.SYSTEM_BUNDLE_LOCATION).getBundleContext()),
                processor,
                properties);
    }

    ControlSocket(FrameworkCommands framework, CommandProcessor processor, Map<String, Object> properties) {
        this.framework = framework;
        this.processor = processor;
        configure(properties);
    }

    /** An edit. With a mistake all is as it was; else clients that are here stay, and those that come find it as edited. */
    @Modified
    void modified(Map<String, Object> properties) {
        configure(properties);
    }

    private synchronized void configure(Map<String, Object> properties) {
        SocketSettings last = settings;
        try {
            settings = SocketSettings.parse(properties); // a client may come as soon as it is open
            if (door == null || !door.isAt(settings.path())) {
                open(settings);
            } else {
                Change.told(last.written(), settings.written())
                        .ifPresent(changes -> LOG.info("control socket uses its new configuration: {}", changes));
            }
            problem = Optional.empty();
        } catch (IOException | IllegalArgumentException | UnsupportedOperationException e) {
            settings = last;
            refuse(e instanceof IOException ? Reason.of(e) : e.getMessage()); // what settings say is a sentence
        }
    }

    /** There, and then no more where it was: an operator is never without one. */
    private void open(SocketSettings next) throws IOException {
        Door last = door;
        door = Door.open(next.path(), this::admit);
        if (last == null) {
            LOG.info("control socket open path={} clients.max={}", door.path(), next.maxClients());
            return;
        }
        last.close();
        former.add(last);
        former.removeIf(Door::isOver);
        LOG.info(
                "control socket open path={} clients.max={}; no more at path={}, clients that came there stay",
                door.path(),
                next.maxClients(),
                last.path());
    }

    private void refuse(String why) {
        if (door == null) {
            problem = Optional.of("control socket not opened: " + why);
            LOG.error(
                    "control socket not opened reason=\"{}\" then=\"no shell from outside until its configuration"
                            + " changes or its bundle starts again\"",
                    why);
        } else {
            LOG.error("control socket stays as it was path={} reason=\"{}\"", door.path(), why);
        }
    }

    /** Why it is not open; empty where it is, and clients may come. */
    public Optional<String> problem() {
        return problem;
    }

    private void admit(SocketChannel channel) throws IOException {
        int most = settings.maxClients();
        if (visits.size() >= most) {
            try (channel) {
                FrameWriter writer = new FrameWriter(channel);
                writer.write(Frame.of(
                        Frame.Kind.ERROR,
                        "penstock: " + most
                                + " clients are connected, more are not allowed; see clients.max in etc/"
                                + SocketSettings.PID
                                + ".cfg\n"));
                writer.write(Frame.of(Frame.Kind.LAST, ""));
                writer.write(Frame.status(1));
            }
            return;
        }
        Visit visit = new Visit(channel, processor, framework);
        visits.add(visit);
        try {
            visit.begin(numbers.incrementAndGet(), () -> visits.remove(visit));
        } catch (OutOfMemoryError e) {
            visits.remove(visit);
            visit.close();
            throw e;
        }
    }

    @Deactivate
    synchronized void deactivate() {
        if (door == null) {
            return;
        }
        door.close();
        former.add(door);
        try {
            awaitDoors();
            visits.forEach(Visit::end);
            awaitVisits();
        } catch (InterruptedException e) {
            visits.forEach(Visit::close);
            Thread.currentThread().interrupt();
        }
        LOG.info("control socket closed path={}", door.path());
    }

    /** First of all: who is let in last has to leave, too. */
    private void awaitDoors() throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        for (Door closed : former) {
            closed.awaitEnd(deadline);
        }
    }

    /** Clients that do not end in time are left: their connections close, their commands end by themselves. */
    private void awaitVisits() throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        for (Visit visit : visits) {
            if (!visit.awaitEnd(deadline - System.nanoTime())) {
                visit.close();
            }
        }
    }
}
