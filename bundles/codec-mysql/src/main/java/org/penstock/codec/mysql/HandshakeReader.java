package org.penstock.codec.mysql;

import java.nio.ByteBuffer;
import org.penstock.codec.api.CheckpointRefused;

/** Reads the client's handshake response, with which a login begins, or its wish for TLS instead. */
final class HandshakeReader implements PacketSink {
    /** A wish for TLS is as long as the fields before the user's name; a response is longer. */
    private static final int SSL_REQUEST_BYTES = 32;

    /** Names, authentication data and attributes, of which a server takes 64 KiB each; with room. */
    private static final int LONGEST = 1 << 20;

    private final Tap tap;
    private final SessionState session;
    private final Exchanges exchanges;
    private final Phases phases;
    private final CredentialsReader credentials;
    private int length;

    HandshakeReader(Tap tap, SessionState session, Exchanges exchanges, Phases phases, CredentialsReader credentials) {
        this.tap = tap;
        this.session = session;
        this.exchanges = exchanges;
        this.phases = phases;
        this.credentials = credentials;
    }

    @Override
    public void begun() {
        exchanges.begin().command(Command.LOGIN);
    }

    @Override
    public void started(int length, int sequence) {
        if (sequence != 1 || length < SSL_REQUEST_BYTES || length > LONGEST) {
            tap.opaque("client did not answer the greeting in this protocol");
        }
        this.length = length;
        credentials.beginHandshake();
    }

    @Override
    public void payload(ByteBuffer in, int n) {
        credentials.push(in, in.position(), in.position() + n);
    }

    @Override
    public void ended() {
        if (length == SSL_REQUEST_BYTES && credentials.capabilities().has(Capabilities.SSL)) {
            exchanges.dropTail();
            tap.opaque("TLS");
            return;
        }
        if (!credentials.capabilities().has(Capabilities.PROTOCOL_41)) {
            tap.opaque("client speaks the protocol before MySQL 4.1, or none");
            return;
        }
        session.answered(credentials.capabilities());
        exchanges.completed();
        phases.enter(Phase.AUTHENTICATION);
    }

    void save(StateWriter out) {
        out.number(length);
    }

    void load(StateReader in) throws CheckpointRefused {
        length = in.number(0, LONGEST);
    }
}
