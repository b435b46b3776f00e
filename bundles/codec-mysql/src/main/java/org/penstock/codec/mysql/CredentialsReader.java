package org.penstock.codec.mysql;

import java.nio.ByteBuffer;
import org.penstock.codec.api.CheckpointRefused;

/**
 * Reads who logs in, and reports the authentication data among it as secret, byte by byte.
 *
 * <p>Source: MySQL "Protocol::HandshakeResponse41", "COM_CHANGE_USER".
 */
final class CredentialsReader {
    private static final int CAPABILITY_BYTES = 4;
    /** Longest packet, character set, filler; in its last four bytes MariaDB's own capabilities. */
    private static final int FIXED_BYTES = 28;

    private static final int MARIADB_CAPABILITIES_AT = FIXED_BYTES - 4;

    private enum State {
        CAPABILITIES,
        FIXED,
        USER,
        SECRET_LENGTH,
        SECRET,
        SECRET_TO_ZERO,
        DATABASE,
        REST
    }

    private final Tap tap;
    private final SessionState session;
    private final LengthReader length = new LengthReader();
    private State state = State.REST;
    private int at; // byte of a fixed field
    private long low;
    private long high;
    private long skip; // bytes of the secret
    private Capabilities capabilities = Capabilities.NONE;

    CredentialsReader(Tap tap, SessionState session) {
        this.tap = tap;
        this.session = session;
    }

    /** A handshake response is read, from its first byte. */
    void beginHandshake() {
        begin(State.CAPABILITIES);
        low = 0;
        high = 0;
    }

    /** A COM_CHANGE_USER is read, from behind its first byte. */
    void beginChange() {
        begin(State.USER);
        // whatever was agreed for the login, here a length is always one byte, and a database always there
        long bits = session.agreed().bits() & ~Capabilities.PLUGIN_AUTH_LENENC | Capabilities.CONNECT_WITH_DB;
        capabilities = new Capabilities(bits);
    }

    private void begin(State first) {
        state = first;
        at = 0;
        length.reset();
        session.askedUser().clear();
        session.askedNamespace().forget();
    }

    /** As the handshake response says. */
    Capabilities capabilities() {
        return capabilities;
    }

    /** Takes the next bytes of the payload. */
    void push(ByteBuffer in, int from, int to) {
        int index = from;
        while (index < to && state != State.REST) {
            if (state == State.SECRET) {
                int n = (int) Math.min(skip, to - index);
                tap.secret(index, index + n);
                index += n;
                skip -= n;
                state = skip == 0 ? afterSecret() : State.SECRET;
            } else {
                state = take(in.get(index), index);
                index++;
            }
        }
    }

    private State take(byte b, int index) {
        return switch (state) {
            case CAPABILITIES -> capabilities(b);
            case FIXED -> fixed(b);
            case USER -> user(b);
            case SECRET_LENGTH -> secretLength(b);
            case SECRET_TO_ZERO -> secretToZero(b, index);
            case DATABASE -> database(b);
            case SECRET, REST -> state;
        };
    }

    private State capabilities(byte b) {
        low |= (b & 0xffL) << 8 * at++;
        if (at < CAPABILITY_BYTES) {
            return State.CAPABILITIES;
        }
        at = 0;
        capabilities = Capabilities.of(low, 0);
        if (!capabilities.has(Capabilities.PROTOCOL_41)) {
            skip = Long.MAX_VALUE; // of a layout not known here, with authentication data somewhere
            return State.SECRET;
        }
        return State.FIXED;
    }

    private State fixed(byte b) {
        if (at >= MARIADB_CAPABILITIES_AT) {
            high |= (b & 0xffL) << 8 * (at - MARIADB_CAPABILITIES_AT);
        }
        at++;
        if (at < FIXED_BYTES) {
            return State.FIXED;
        }
        capabilities = Capabilities.of(low, high);
        return State.USER;
    }

    private State user(byte b) {
        if (b != 0) {
            session.askedUser().append(b);
            return State.USER;
        }
        boolean counted =
                capabilities.has(Capabilities.SECURE_CONNECTION) || capabilities.has(Capabilities.PLUGIN_AUTH_LENENC);
        return counted ? State.SECRET_LENGTH : State.SECRET_TO_ZERO;
    }

    private State secretLength(byte b) {
        if (!capabilities.has(Capabilities.PLUGIN_AUTH_LENENC)) {
            skip = b & 0xff;
        } else if (length.take(b)) {
            skip = length.value();
        } else {
            return State.SECRET_LENGTH;
        }
        return skip == 0 ? afterSecret() : State.SECRET;
    }

    private State secretToZero(byte b, int index) {
        if (b == 0) {
            return afterSecret();
        }
        tap.secret(index, index + 1);
        return State.SECRET_TO_ZERO;
    }

    private State afterSecret() {
        return capabilities.has(Capabilities.CONNECT_WITH_DB) ? State.DATABASE : State.REST;
    }

    private State database(byte b) {
        if (!session.askedNamespace().known()) {
            session.askedNamespace().clear();
        }
        if (b == 0) {
            return State.REST;
        }
        session.askedNamespace().append(b);
        return State.DATABASE;
    }

    void save(StateWriter out) {
        length.save(out);
        out.symbol(state);
        out.number(at);
        out.longNumber(low);
        out.longNumber(high);
        out.longNumber(skip);
        out.longNumber(capabilities.bits());
    }

    void load(StateReader in) throws CheckpointRefused {
        length.load(in);
        state = in.symbol(State.values());
        at = in.number(0, FIXED_BYTES);
        low = in.longNumber();
        high = in.longNumber();
        skip = in.count();
        capabilities = new Capabilities(in.longNumber());
    }
}
