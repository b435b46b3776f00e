package org.penstock.codec.mysql;

import java.nio.ByteBuffer;
import org.penstock.codec.api.CheckpointRefused;
import org.penstock.codec.api.Outcome;

/**
 * Reads the server's side of a login: its greeting, then its authentication packets until OK or an error.
 *
 * <p>Source: MySQL "Connection Phase"; MariaDB "Connection".
 */
final class LoginReader implements PacketSink {
    /** Longer than any greeting or authentication packet. */
    private static final int LONGEST = 64 << 10;

    private static final int PROTOCOL_VERSION = 10;
    private static final int OK = 0x00;

    private final Tap tap;
    private final SessionState session;
    private final Exchanges exchanges;
    private final Phases phases;
    private final ServerPacket packet = new ServerPacket();
    private final Completion completion = new Completion();

    LoginReader(Tap tap, SessionState session, Exchanges exchanges, Phases phases) {
        this.tap = tap;
        this.session = session;
        this.exchanges = exchanges;
        this.phases = phases;
    }

    @Override
    public void begun() {
        packet.begun(tap.nowNanos());
        if (phases.current() == Phase.AUTHENTICATION) {
            exchanges.response().begin(tap.nowNanos());
        }
    }

    @Override
    public void started(int length, int sequence) {
        packet.started(length, sequence);
        if (length > LONGEST || phases.current() == Phase.GREETING && sequence != 0) {
            tap.opaque("server does not speak this protocol");
        }
    }

    @Override
    public void payload(ByteBuffer in, int n) {
        packet.take(in, n, false);
    }

    @Override
    public void ended() {
        switch (phases.current()) {
            case GREETING -> greeting();
            case AUTHENTICATION -> authentication();
            default -> unasked();
        }
    }

    private void greeting() {
        if (packet.isError()) {
            exchanges.unasked(packet.head(), packet.begunNanos(), packet.bytes());
        } else if (packet.first() == PROTOCOL_VERSION && readGreeting(packet.head())) {
            phases.enter(Phase.HANDSHAKE);
        } else {
            tap.opaque("server does not speak this protocol");
        }
    }

    private boolean readGreeting(PacketHead head) {
        head.rewind();
        head.skip(1);
        head.textToZero(session.version());
        long connection = head.u32();
        head.skip(9); // beginning of the scramble, filler
        long low = head.u16();
        boolean well = !head.overrun() && (low & Capabilities.PROTOCOL_41) != 0;
        head.skip(3); // character set, status
        low |= (long) head.u16() << 16;
        head.skip(7); // the scramble's length, filler
        session.greeted(Capabilities.of(low, head.u32()), connection);
        return well;
    }

    private void authentication() {
        if (packet.isError()) {
            exchanges.response().failed(packet.head(), false);
            exchanges.endFront(Outcome.ERROR);
            phases.enter(Phase.COMMANDS);
            return;
        }
        // A plugin's own data may begin with any other byte: servers put one before what could be taken for an end.
        if (packet.first() == OK) {
            accepted();
        }
    }

    private void accepted() {
        completion.readOk(packet.head(), session.agreed());
        session.authenticated();
        session.completed(completion);
        exchanges.endFront(Outcome.OK);
        phases.enter(Phase.COMMANDS);
        // where both ends can do both, zlib it is
        if (session.agreed().has(Capabilities.COMPRESS)) {
            tap.compress();
        } else if (session.agreed().has(Capabilities.ZSTD)) {
            tap.opaque("compression by zstd");
        }
    }

    /** The server waits for the client, and gave up. */
    private void unasked() {
        if (packet.isError()) {
            exchanges.unasked(packet.head(), packet.begunNanos(), packet.bytes());
        } else {
            tap.opaque("server spoke out of turn");
        }
    }

    void save(StateWriter out) {
        packet.save(out);
    }

    void load(StateReader in) throws CheckpointRefused {
        packet.load(in);
    }
}
