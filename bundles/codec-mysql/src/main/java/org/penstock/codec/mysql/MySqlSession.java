package org.penstock.codec.mysql;

import java.nio.ByteBuffer;
import java.util.Optional;
import org.penstock.codec.api.CheckpointRefused;
import org.penstock.codec.api.CodecSession;
import org.penstock.codec.api.Decoder;
import org.penstock.codec.api.ExchangeSink;
import org.penstock.codec.api.Refusal;

/** One session: puts the readers of both directions together. */
final class MySqlSession implements CodecSession {
    private final Tap tap;
    private final SessionState session = new SessionState();
    private final StatementRegistry statements = new StatementRegistry();
    private final Exchanges exchanges;
    private final Phases phases;
    private final CredentialsReader credentials;
    private final HandshakeReader handshake;
    private final LoginReader login;
    private final ResponseReader responses;
    private final CommandReader commands;
    private final FileReader file;
    private final CompressedFrames clientFrames;
    private final CompressedFrames serverFrames;
    private final PacketDecoder client;
    private final PacketDecoder server;

    MySqlSession(int textLimit, Inflations inflations, ExchangeSink sink) {
        tap = new Tap(sink);
        exchanges = new Exchanges(tap, session);
        phases = new Phases(tap);
        credentials = new CredentialsReader(tap, session);
        handshake = new HandshakeReader(tap, session, exchanges, phases, credentials);
        login = new LoginReader(tap, session, exchanges, phases);
        responses = new ResponseReader(tap, session, exchanges, phases, statements);
        StatementReader text = new StatementReader(tap, exchanges, textLimit);
        commands = new CommandReader(tap, session, exchanges, phases, responses, statements, credentials, text);
        file = new FileReader(tap, exchanges, phases, responses);
        PacketSink authentication = new AuthenticationDataReader(tap, exchanges);
        phases.readers(Phase.GREETING, new SilentClient(tap), login);
        phases.readers(Phase.HANDSHAKE, handshake, login);
        phases.readers(Phase.AUTHENTICATION, authentication, login);
        phases.readers(Phase.COMMANDS, commands, responses);
        phases.readers(Phase.REAUTHENTICATION, authentication, responses);
        phases.readers(Phase.FILE, file, responses);
        phases.begin();
        // what a client says is not known before it is inflated, and its beginning may have been recorded by then
        clientFrames = new CompressedFrames(tap, tap.client(), () -> true, inflations);
        serverFrames = new CompressedFrames(tap, tap.server(), exchanges::answersMayBeSecret, inflations);
        client = new PacketDecoder(tap, tap.client(), clientFrames, () -> {});
        server = new PacketDecoder(tap, tap.server(), serverFrames, exchanges::abort);
        client.face(server);
        server.face(client);
    }

    @Override
    public Decoder client() {
        return client;
    }

    @Override
    public Decoder server() {
        return server;
    }

    @Override
    public Optional<ByteBuffer> checkpoint() {
        if (tap.opaque() != null || clientFrames.isInflating() || serverFrames.isInflating()) {
            return Optional.empty();
        }
        StateWriter out = new StateWriter();
        tap.save(out);
        session.save(out);
        statements.save(out);
        exchanges.save(out);
        credentials.save(out);
        handshake.save(out);
        login.save(out);
        responses.save(out);
        commands.save(out);
        file.save(out);
        phases.save(out);
        clientFrames.save(out);
        serverFrames.save(out);
        client.save(out);
        server.save(out);
        return Optional.of(out.finish());
    }

    /** Goes on from what {@link #checkpoint} of another session gave. */
    void load(StateReader in) throws CheckpointRefused {
        tap.load(in);
        session.load(in);
        statements.load(in);
        exchanges.load(in);
        credentials.load(in);
        handshake.load(in);
        login.load(in);
        responses.load(in);
        commands.load(in);
        file.load(in);
        phases.load(in);
        if (in.since(StateWriter.COMPRESSION)) {
            clientFrames.load(in);
            serverFrames.load(in);
        }
        if (in.since(StateWriter.ENDS)) {
            client.load(in);
            server.load(in);
        }
        in.end();
    }

    @Override
    public boolean betweenExchanges() {
        return phases.current() == Phase.COMMANDS
                && exchanges.isEmpty()
                && tap.client().betweenPayloads()
                && tap.server().betweenPayloads()
                && clientFrames.betweenFrames()
                && serverFrames.betweenFrames();
    }

    @Override
    public Optional<ByteBuffer> refusal(Refusal why) {
        if (tap.opaque() != null) {
            return Optional.empty();
        }
        Optional<ByteBuffer> packet = new Refusals(tap, exchanges, phases, responses).packet(why);
        return tap.compressed() ? packet.flatMap(this::framed) : packet;
    }

    /** Frames are numbered as packets are. */
    private Optional<ByteBuffer> framed(ByteBuffer packet) {
        boolean inFrame = !clientFrames.betweenFrames() || !serverFrames.betweenFrames();
        if (inFrame || phases.current() != Phase.COMMANDS) {
            return Optional.empty();
        }
        int sequence = exchanges.isEmpty() ? 0 : clientFrames.sequence() + 1;
        return Optional.of(CompressedFrames.frame(packet, sequence));
    }

    @Override
    public void close(long nowNanos) {
        tap.now(nowNanos);
        exchanges.abort();
        clientFrames.close();
        serverFrames.close();
    }
}
