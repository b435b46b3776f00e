package org.penstock.proxy.core;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.osgi.framework.FrameworkUtil;
import org.penstock.codec.api.ProtocolCodec;
import org.penstock.proxy.api.ProxyStatus;
import org.penstock.proxy.api.ServiceStatus.Family;
import org.penstock.proxy.api.SessionStatus;
import org.penstock.proxy.keeper.ClosedSession;
import org.penstock.proxy.keeper.internal.BufferStore;
import org.penstock.proxy.keeper.internal.SocketKeeper;
import org.penstock.recorder.api.Recorder;
import org.penstock.test.support.FreePorts;
import org.penstock.test.support.LogLines;
import org.penstock.transport.api.Transport;
import org.penstock.transport.bio.BioTransport;
import org.penstock.transport.nio.NioTransport;

/**
 * The core without a framework: services come and go as the test says. Each rig has a loopback address of its own, so that
 * a port nobody listens at stays one, whatever else runs on the machine.
 */
final class ProxyRig implements Closeable {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final AtomicLong IDS = new AtomicLong();

    final InetAddress host = ownAddress();
    final BufferStore buffers;
    volatile SocketKeeper keeper;
    final LineServer server = new LineServer(new InetSocketAddress(host, 0));
    final ListRecorder recorder = new ListRecorder();
    final int port = freePort();
    final LogLines log = LogLines.capture();
    boolean configuredByTest; // a new core gets its configurations from the test
    volatile Services services = new Services();
    volatile Proxies proxies;

    ProxyRig(long budget) throws IOException {
        buffers = new BufferStore(budget);
        keeper = new SocketKeeper(buffers, System::nanoTime);
        proxies = new Proxies(services, keeper, buffers);
    }

    private static InetAddress ownAddress() {
        ThreadLocalRandom r = ThreadLocalRandom.current();
        byte[] address = {127, (byte) r.nextInt(1, 255), (byte) r.nextInt(256), (byte) r.nextInt(1, 255)};
        try {
            return InetAddress.getByAddress(address);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** With both transports, the codec and the recorder; not configured, not open. */
    static ProxyRig full(long budget) throws IOException {
        ProxyRig rig = new ProxyRig(budget);
        rig.come("nio", new NioTransport());
        rig.come("bio", new BioTransport());
        rig.come(new LineCodec());
        rig.come("list", rig.recorder);
        return rig;
    }

    /** The same, open, and a proxy {@code test}. */
    static ProxyRig serving(String... settings) throws IOException {
        return full(64 << 20).opened(settings);
    }

    ProxyRig opened(String... settings) {
        proxies.open();
        configure(settings);
        await(() -> status().state() == ProxyStatus.State.SERVING);
        return this;
    }

    ProxyRig before(ManualServer server, String... more) {
        String[] settings = new String[more.length + 1];
        settings[0] = "backend=" + server.address();
        System.arraycopy(more, 0, settings, 1, more.length);
        return opened(settings);
    }

    /** Until it is logged, which may be a moment after what it tells of; and it is once. */
    void awaitLine(String level, String text) {
        await(() -> !log.of(level, text).isEmpty());
        assertEquals(1, log.of(level, text).size());
    }

    int freePort() throws IOException {
        return FreePorts.choose(host);
    }

    String at(int somePort) {
        return host.getHostAddress() + ":" + somePort;
    }

    void configure(String... settings) {
        configureAs("test", settings);
    }

    /** @param settings {@code key=value}; {@code key=} leaves the usual one out */
    void configureAs(String name, String... settings) {
        Map<String, Object> values = new HashMap<>(Map.of(
                "listen",
                at(port),
                "backend",
                at(server.port()),
                "protocol",
                "line",
                "recorder",
                "list",
                "record.level",
                "full",
                "felix.fileinstall.filename",
                "file:/etc/org.penstock.proxy-" + name + ".cfg"));
        for (String s : settings) {
            values.put(s.substring(0, s.indexOf('=')), s.substring(s.indexOf('=') + 1));
        }
        values.values().removeIf(""::equals);
        proxies.configured("org.penstock.proxy~" + name, FrameworkUtil.asDictionary(values));
    }

    Generation<Transport> come(String name, Transport t) {
        Generation<Transport> g = new Generation<>(Family.TRANSPORT, name, IDS.incrementAndGet(), "test/1", t);
        services.transports.add(g);
        proxies.transportCame();
        return g;
    }

    void go(Generation<Transport> g) {
        services.transports.remove(g.service());
        proxies.transportGoes(g);
        if (g.service() instanceof HookedTransport hooked) {
            hooked.deactivate();
        } else {
            HookedTransport.deactivate(g.service());
        }
    }

    Generation<Transport> transport(String name) {
        return services.transports.newest(name).orElseThrow();
    }

    Generation<ProtocolCodec> come(ProtocolCodec c) {
        return come("line", c);
    }

    Generation<ProtocolCodec> come(String protocol, ProtocolCodec c) {
        Generation<ProtocolCodec> g = new Generation<>(Family.CODEC, protocol, IDS.incrementAndGet(), "test/1", c);
        services.codecs.add(g);
        proxies.codecCame();
        return g;
    }

    void goCodec() {
        goCodec("line");
    }

    void goCodec(String protocol) {
        Generation<ProtocolCodec> g = services.codecs.newest(protocol).orElseThrow();
        services.codecs.remove(g.service());
        proxies.codecGoes();
    }

    Generation<Recorder> come(String name, Recorder r) {
        Generation<Recorder> g = new Generation<>(Family.RECORDER, name, IDS.incrementAndGet(), "test/1", r);
        services.recorders.add(g);
        proxies.recorderCame();
        return g;
    }

    void come(Recorder r) {
        come("list", r);
    }

    void goRecorder() {
        goRecorder("list");
    }

    void goRecorder(String name) {
        proxies.recorderGoes(removeRecorder(name));
    }

    /** It goes while there is no core that would hear of it. */
    Generation<Recorder> removeRecorder(String name) {
        Generation<Recorder> g = services.recorders.newest(name).orElseThrow();
        services.recorders.remove(g.service());
        return g;
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
        if (settings.length > 0 || !configuredByTest) {
            configure(settings);
        }
    }

    /** While the core is away: what the old keeper leaves. */
    List<ClosedSession> replaceKeeper() {
        List<ClosedSession> left = keeper.close();
        keeper = new SocketKeeper(buffers, System::nanoTime);
        keeper.inherit(left);
        return left;
    }

    InetSocketAddress address() {
        return new InetSocketAddress(host, port);
    }

    LineClient client() throws IOException {
        return new LineClient(address());
    }

    Socket socket() throws IOException {
        Socket s = new Socket(host, port);
        s.setTcpNoDelay(true);
        s.setSoTimeout(30_000);
        return s;
    }

    ProxyStatus status() {
        return status("test");
    }

    ProxyStatus status(String name) {
        return proxies.status().stream()
                .filter(p -> p.name().equals(name))
                .findFirst()
                .orElseGet(() -> new ProxyStatus(
                        name,
                        ProxyStatus.State.FAILED,
                        "not there yet",
                        "",
                        "",
                        "",
                        "",
                        false,
                        List.of(),
                        "",
                        new ProxyStatus.Counts(0, 0, 0, 0, 0, 0, 0, 0, 0)));
    }

    List<SessionStatus> sessions() {
        return proxies.sessions("test");
    }

    /** The only session there is; one that is on its way just now is waited for. */
    SessionStatus session() {
        AtomicReference<List<SessionStatus>> seen = new AtomicReference<>();
        await(() -> {
            seen.set(sessions());
            return seen.get().size() == 1;
        });
        return seen.get().get(0);
    }

    /** All sessions there are; one that is on its way just now is not seen. */
    boolean isServedBy(String transport) {
        List<SessionStatus> all = sessions();
        return !all.isEmpty() && all.stream().allMatch(s -> s.transport().equals(transport));
    }

    /** What its record ends with, once it is over. */
    String lastRecord(long session) {
        awaitOpen(0);
        List<String> all = wholeRecord(session);
        return all.get(all.size() - 1);
    }

    /** What was recorded of a session, in order, without the bytes; its sequence has no hole, and it begins and ends well. */
    List<String> wholeRecord(long session) {
        List<ListRecorder.Line> lines =
                recorder.lines().stream().filter(l -> l.session() == session).toList();
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).sequence() != i) {
                throw new AssertionError("sequence " + i + " is missing in " + lines);
            }
        }
        List<String> what = lines.stream().map(ListRecorder.Line::what).toList();
        if (!what.get(0).equals("opened") || !what.get(what.size() - 1).startsWith("closed ")) {
            throw new AssertionError("not from session-open to session-close: " + what);
        }
        return what.stream().filter(w -> !w.equals("chunk")).toList();
    }

    void awaitEndRecorded(long session) {
        await(() -> recorder.lines().stream()
                .anyMatch(l -> l.session() == session && l.what().startsWith("closed ")));
    }

    void awaitOpen(int sessions) {
        await(() -> status().counts().open() == sessions);
    }

    /** Waits for what must come; fails where it does not. */
    void await(BooleanSupplier condition) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - deadline > 0) {
                throw new AssertionError("did not come true; " + status() + " " + sessions() + " " + buffers.usage());
            }
            LockSupport.parkNanos(200_000);
        }
    }

    /** Memory and recorders have all been let go, once; else a session has leaked, or given something back twice. */
    @Override
    public void close() throws IOException {
        proxies.shutDown(Duration.ZERO);
        services.transports.all().forEach(this::go);
        server.close();
        keeper.close();
        log.close();
        if (!HookedTransport.VIOLATIONS.isEmpty()) {
            List<String> all = List.copyOf(HookedTransport.VIOLATIONS);
            HookedTransport.VIOLATIONS.clear();
            throw new AssertionError("the transport's contract was broken: " + all);
        }
        if (buffers.usage().outBytes() != 0) {
            throw new AssertionError("buffers not given back: " + buffers.usage());
        }
        if (recorder.held() != 0) {
            throw new AssertionError("sessions that are over hold their recorder: " + recorder.held());
        }
    }
}
