package org.penstock.proxy.core;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.osgi.framework.FrameworkUtil;
import org.penstock.codec.api.ProtocolCodec;
import org.penstock.proxy.api.ProxyStatus;
import org.penstock.proxy.api.ServiceStatus.Family;
import org.penstock.proxy.api.SessionStatus;
import org.penstock.proxy.keeper.internal.BufferStore;
import org.penstock.proxy.keeper.internal.SocketKeeper;
import org.penstock.recorder.api.Recorder;
import org.penstock.transport.api.Transport;
import org.penstock.transport.bio.BioTransport;
import org.penstock.transport.nio.NioTransport;

/** The core without a framework: services come and go as the test says. */
final class ProxyRig implements Closeable {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final AtomicLong IDS = new AtomicLong();

    final BufferStore buffers = new BufferStore(64 << 20);
    final SocketKeeper keeper = new SocketKeeper(buffers, System::nanoTime);
    final LineServer server = new LineServer();
    final ListRecorder recorder = new ListRecorder();
    final int port = freePort();
    Services services = new Services();
    Proxies proxies = new Proxies(services, keeper, buffers);

    ProxyRig() throws IOException {}

    static int freePort() throws IOException {
        try (ServerSocket s = new ServerSocket()) {
            s.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            return s.getLocalPort();
        }
    }

    /** With both transports, the codec and the recorder, and a proxy {@code test}. */
    static ProxyRig serving(String... settings) throws IOException {
        ProxyRig rig = new ProxyRig();
        rig.come("nio", new NioTransport());
        rig.come("bio", new BioTransport());
        rig.come(new LineCodec());
        rig.come(rig.recorder);
        rig.proxies.open();
        rig.configure(settings);
        rig.await(() -> rig.status().state() == ProxyStatus.State.SERVING);
        return rig;
    }

    void configure(String... settings) {
        Map<String, Object> values = new HashMap<>(Map.of(
                "listen", "127.0.0.1:" + port,
                "backend", "127.0.0.1:" + server.port(),
                "protocol", "line",
                "recorder", "list",
                "record.level", "full"));
        for (String s : settings) {
            values.put(s.substring(0, s.indexOf('=')), s.substring(s.indexOf('=') + 1));
        }
        proxies.configured("org.penstock.proxy~test", FrameworkUtil.asDictionary(values));
    }

    Generation<Transport> come(String name, Transport t) {
        Generation<Transport> g = new Generation<>(Family.TRANSPORT, name, IDS.incrementAndGet(), "test/1", t);
        services.transports.add(g);
        proxies.transportCame();
        return g;
    }

    void go(Generation<Transport> g) {
        services.transports.remove(g.service());
        proxies.transportGoes(g, false);
        if (g.service() instanceof NioTransport nio) {
            nio.deactivate();
        } else if (g.service() instanceof BioTransport bio) {
            bio.deactivate();
        }
    }

    Generation<Transport> transport(String name) {
        return services.transports.newest(name).orElseThrow();
    }

    Generation<ProtocolCodec> come(ProtocolCodec c) {
        Generation<ProtocolCodec> g = new Generation<>(Family.CODEC, "line", IDS.incrementAndGet(), "test/1", c);
        services.codecs.add(g);
        proxies.codecCame();
        return g;
    }

    void goCodec() {
        Generation<ProtocolCodec> g = services.codecs.newest("line").orElseThrow();
        services.codecs.remove(g.service());
        proxies.codecGoes(g);
    }

    void come(Recorder r) {
        services.recorders.add(new Generation<>(Family.RECORDER, "list", IDS.incrementAndGet(), "test/1", r));
        proxies.recorderCame();
    }

    void goRecorder() {
        Generation<Recorder> g = services.recorders.newest("list").orElseThrow();
        services.recorders.remove(g.service());
        proxies.recorderGoes(g);
    }

    /** The core is replaced by a new generation, as an update of its bundle does; the sessions wait with the keeper. */
    void stopCore() {
        proxies.handOver();
    }

    void startCore(String... settings) {
        Services before = services;
        services = new Services();
        proxies = new Proxies(services, keeper, buffers);
        before.transports.all().forEach(services.transports::add);
        before.codecs.all().forEach(services.codecs::add);
        before.recorders.all().forEach(services.recorders::add);
        proxies.open();
        configure(settings);
    }

    LineClient client() throws IOException {
        return new LineClient(port);
    }

    ProxyStatus status() {
        List<ProxyStatus> all = proxies.status();
        return all.isEmpty()
                ? new ProxyStatus(
                        "test",
                        ProxyStatus.State.FAILED,
                        "not there yet",
                        "",
                        "",
                        "",
                        "",
                        false,
                        List.of(),
                        "",
                        new ProxyStatus.Counts(0, 0, 0, 0, 0, 0, 0, 0, 0))
                : all.get(0);
    }

    List<SessionStatus> sessions() {
        return proxies.sessions("test");
    }

    /** Waits for what must come; fails where it does not. */
    void await(BooleanSupplier condition) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - deadline > 0) {
                throw new AssertionError("did not come true; " + status() + " " + sessions());
            }
            LockSupport.parkNanos(200_000);
        }
    }

    @Override
    public void close() throws IOException {
        proxies.shutDown();
        services.transports.all().forEach(this::go);
        server.close();
        keeper.close();
        if (buffers.usage().outBytes() != 0) {
            throw new AssertionError("buffers not given back: " + buffers.usage());
        }
    }
}
