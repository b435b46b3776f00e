package org.penstock.proxy.core.session;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.osgi.framework.FrameworkUtil;
import org.penstock.codec.api.ProtocolCodec;
import org.penstock.codec.api.SessionFacts;
import org.penstock.proxy.core.config.ConfigReader;
import org.penstock.proxy.core.config.ProxyConfig;
import org.penstock.proxy.core.record.Complaints;
import org.penstock.proxy.keeper.Buffers;
import org.penstock.proxy.keeper.internal.BufferStore;
import org.penstock.recorder.api.Recorder;
import org.penstock.transport.api.ParkedConnection;

/** A host of sessions without a proxy: whatever they ask is answered by the test. Closes the sockets it gave them. */
public final class LoneHost implements SessionHost, AutoCloseable {
    public final List<Session> homeless = new ArrayList<>();
    public final List<Session> ended = new ArrayList<>();
    public final BufferStore buffers = new BufferStore(1 << 20);
    public ProtocolCodec codec; // null: there is none
    public RuntimeException failsToChoose; // null: it does not
    public Recorder recorder; // null: there is none
    public long now;

    private final ProxyConfig config;
    private final Complaints complaints = new Complaints("lone", System::nanoTime);
    private final List<SocketChannel> sockets = new ArrayList<>();

    /** @param settings of its proxy, {@code key=value}, as far as they are not the usual ones */
    public LoneHost(String... settings) {
        Map<String, Object> values = new HashMap<>(Map.of("listen", "127.0.0.1:1", "backend", "127.0.0.1:2"));
        for (String s : settings) {
            values.put(s.substring(0, s.indexOf('=')), s.substring(s.indexOf('=') + 1));
        }
        ConfigReader.Result read = ConfigReader.read("org.penstock.proxy~lone", FrameworkUtil.asDictionary(values));
        config = ((ConfigReader.Result.Good) read).config();
    }

    /** Of a socket that is connected to nobody. */
    public Session session() throws IOException {
        InetSocketAddress client = new InetSocketAddress(InetAddress.getLoopbackAddress(), 3);
        InetSocketAddress server = new InetSocketAddress(InetAddress.getLoopbackAddress(), 2);
        SocketChannel socket = SocketChannel.open();
        sockets.add(socket);
        SessionFacts facts = new SessionFacts("lone", config.protocol(), sockets.size(), client, server, now);
        return new Session(this, facts, ParkedConnection.accepted(socket));
    }

    @Override
    public void close() throws IOException {
        for (SocketChannel socket : sockets) {
            socket.close();
        }
    }

    @Override
    public ProxyConfig config() {
        return config;
    }

    @Override
    public long now() {
        return now;
    }

    @Override
    public ProtocolCodec codec(String protocol) {
        if (failsToChoose != null) {
            throw failsToChoose;
        }
        return codec;
    }

    @Override
    public Recorder recorder(String name) {
        return recorder;
    }

    @Override
    public Buffers buffers() {
        return buffers;
    }

    @Override
    public void serverReached() {}

    @Override
    public void serverFailed(String why) {}

    @Override
    public Complaints complaints() {
        return complaints;
    }

    @Override
    public long cutOff() {
        return 0;
    }

    @Override
    public void homeless(Session session) {
        homeless.add(session);
    }

    @Override
    public void ended(Session session) {
        ended.add(session);
    }
}
