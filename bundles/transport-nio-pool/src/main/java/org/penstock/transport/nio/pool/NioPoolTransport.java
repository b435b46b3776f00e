package org.penstock.transport.nio.pool;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.metatype.annotations.Designate;
import org.penstock.transport.api.BufferPool;
import org.penstock.transport.api.Strand;
import org.penstock.transport.api.Transport;
import org.penstock.transport.api.TransportOptions;
import org.penstock.transport.api.TransportTraits;
import org.penstock.transport.support.OpenStrands;
import org.penstock.transport.support.ServedStrand;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One loop for clients, one for servers, and workers that take turns at the strands: what a session needs is done by
 * whichever worker is free, one at a time, so that neither its state nor its sockets need a lock.
 *
 * <p>Configuration: PID {@value #PID}, optional.
 */
@Component(
        immediate = true,
        configurationPid = NioPoolTransport.PID,
        property = Transport.NAME + "=" + NioPoolTransport.NAME)
@Designate(ocd = PoolConfiguration.class)
public final class NioPoolTransport implements Transport {
    static final String NAME = "nio-pool";
    static final String PID = "org.penstock.transport.nio.pool";

    /** A strand is a queue: many of them, and few sessions wait for one another. */
    private static final int STRANDS = 16;

    private static final long MOST_WAIT_NANOS = TimeUnit.SECONDS.toNanos(4);

    private static final Logger LOG = LoggerFactory.getLogger(NioPoolTransport.class);

    /** What generations hand on: one that comes with a mistake goes on as the one before it did. */
    private static final AtomicReference<PoolSettings> LAST_GOOD = new AtomicReference<>();

    private final TransportTraits traits;
    private final int workers;
    private final OpenStrands strands = new OpenStrands();
    private final List<Engine> ending = new ArrayList<>(); // closed; perhaps some thread is still there
    private Engine engine; // while there are strands
    private int users; // strands of the engine

    /** With the properties of its configuration; another one makes another generation. */
    @Activate
    public NioPoolTransport(Map<String, Object> properties) {
        this(configured(properties).workers());
    }

    private static PoolSettings configured(Map<String, Object> properties) {
        PoolSettings byDefault = PoolSettings.byDefault(Runtime.getRuntime().availableProcessors());
        PoolSettings former = Objects.requireNonNullElse(LAST_GOOD.get(), byDefault);
        PoolSettings settings =
                PoolSettings.of(properties, byDefault, former, bad -> LOG.error("event=bad-configuration {}", bad));
        LAST_GOOD.set(settings);
        return settings;
    }

    NioPoolTransport(int workers) {
        this.workers = workers;
        this.traits =
                new TransportTraits(NAME, "2 loops and " + workers + " workers, shared by all strands", STRANDS, true);
    }

    @Override
    public TransportTraits traits() {
        return traits;
    }

    @Override
    public Strand open(BufferPool pool, TransportOptions options) {
        return strands.add(() -> start(pool, options));
    }

    private synchronized ServedStrand start(BufferPool pool, TransportOptions options) {
        if (users == Workers.MOST_STRANDS) {
            throw new IllegalStateException(NAME + " serves " + users + " strands, and no more");
        }
        String name = options.name() + "-" + NAME;
        Engine serving = engine == null ? startEngine(name) : engine;
        try {
            ServedStrand strand = new PooledStrand(serving, name, pool, options, this::strandOver).strand();
            engine = serving;
            users++;
            return strand;
        } catch (RuntimeException e) {
            if (users == 0) {
                serving.close();
            }
            throw e;
        }
    }

    /** @param name of the first strand: its threads begin with it */
    private Engine startEngine(String name) {
        try {
            return Engine.start(name, workers);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private synchronized void strandOver() {
        if (--users == 0) {
            engine.close();
            ending.removeIf(earlier -> earlier.awaitEnd(0));
            ending.add(engine);
            engine = null;
        }
    }

    /** Its users have moved away when the service was unregistered; what is left now is closed. */
    @Deactivate
    public void deactivate() {
        long deadline = System.nanoTime() + MOST_WAIT_NANOS;
        strands.closeAll();
        ending().forEach(last -> last.awaitEnd(Math.max(deadline - System.nanoTime(), 0)));
    }

    private synchronized List<Engine> ending() {
        return List.copyOf(ending);
    }
}
