package org.penstock.transport.nio.pool;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Modified;
import org.osgi.service.metatype.annotations.Designate;
import org.penstock.log.support.Change;
import org.penstock.log.support.Reason;
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

    private final OpenStrands strands = new OpenStrands();
    private final List<Engine> ending = new ArrayList<>(); // closed; perhaps some thread is still there
    private Engine engine; // while there are strands
    private int users; // strands of the engine
    private volatile PoolSettings settings;

    /** With the properties of its configuration. */
    @Activate
    public NioPoolTransport(Map<String, Object> properties) {
        PoolSettings byDefault = byDefault();
        settings = PoolSettings.of(
                properties, byDefault, byDefault, bad -> LOG.error("transport {} has its defaults: {}", NAME, bad));
    }

    NioPoolTransport(int workers) {
        settings = new PoolSettings(workers);
    }

    private static PoolSettings byDefault() {
        return PoolSettings.byDefault(Runtime.getRuntime().availableProcessors());
    }

    /** An edit. Workers come, or go when their turns are over; no session moves. */
    @Modified
    synchronized void modified(Map<String, Object> properties) {
        PoolSettings former = settings;
        PoolSettings next = PoolSettings.of(
                properties, byDefault(), former, bad -> LOG.error("transport {} stays as it was: {}", NAME, bad));
        if (next.equals(former)) {
            return;
        }
        try {
            if (engine != null) {
                engine.workers().resize(next.workers());
            }
            settings = next;
            Change.told(former.written(), next.written())
                    .ifPresent(changes -> LOG.info("transport {} uses its new configuration: {}", NAME, changes));
        } catch (IOException e) {
            LOG.error(
                    "transport {} stays as it was workers={} wanted={} reason=\"{}\"",
                    NAME,
                    former.workers(),
                    next.workers(),
                    Reason.of(e));
        }
    }

    @Override
    public TransportTraits traits() {
        return new TransportTraits(
                NAME, "2 loops and " + settings.workers() + " workers, shared by all strands", STRANDS, true);
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
            return Engine.start(name, settings.workers());
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
